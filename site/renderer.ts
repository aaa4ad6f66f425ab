import { createApp } from 'astro/app/entrypoint';

const app = createApp({ streaming: false });

/** The entry of the compiled site: answers a request for any page or feed as a web-standard Response. */
export function render(request: Request, locals: App.Locals): Promise<Response> {
  return app.render(request, { locals });
}
