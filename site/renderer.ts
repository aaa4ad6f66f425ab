import { createApp } from 'astro/app/entrypoint';
const app = createApp({ streaming: false });
export function render(request: Request, locals: object): Promise<Response> {
  return app.render(request, { locals });
}
