import node from '@astrojs/node';
import { defineConfig } from 'astro/config';

const base = node({ mode: 'middleware' });
const adapter = {
  ...base,
  hooks: {
    ...base.hooks,
    'astro:config:done': (options) =>
      base.hooks['astro:config:done']({
        ...options,
        setAdapter: (settings) =>
          options.setAdapter({
            ...settings,
            serverEntrypoint: new URL('./site/renderer.ts', import.meta.url),
          }),
      }),
  },
};

export default defineConfig({
  srcDir: './site',
  output: 'server',
  adapter,
  session: false,
  compressHTML: true,
  build: { inlineStylesheets: 'never', assets: 'assets' },
  vite: { build: { assetsInlineLimit: 0 } },
});
