/// <reference types="astro/client" />

declare namespace App {
  /** What every page is rendered from; handed in by whoever renders. */
  interface Locals {
    store: Pick<import('../data/store.ts').Store, 'articles' | 'site' | 'search' | 'uploads'>;
    site: import('./settings.ts').SiteSettings;
    /** The reactions that the reader has given, for the page that shows them. */
    mine?: import('../data/reactions.ts').ReactionType[];
    /** Whether the reaction that the reader has just sent was refused, for the same page. */
    wasRefused?: boolean;
    /** The error that made a page fail, for whoever renders it. */
    failure?: unknown;
  }
}
