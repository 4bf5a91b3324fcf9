import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

export type ReferenceFile = { headers: Record<string, string>; body: Uint8Array<ArrayBuffer> | string };

const require = createRequire(import.meta.url);

/**
 * The API reference page and its files, by path. Everything comes from this machine: the page works without the internet, and
 * its policy lets a browser load nothing from anywhere else. Inline styles are what Swagger UI draws with.
 */
export const readReferenceFiles = async (): Promise<Map<string, ReferenceFile>> => {
  const directory = dirname(require.resolve('swagger-ui-dist/package.json'));
  const asset = async (file: string, contentType: string): Promise<ReferenceFile> => ({
    headers: { 'Content-Type': contentType, 'Cache-Control': 'public, max-age=3600' },
    body: Buffer.from(await readFile(join(directory, file))),
  });
  return new Map([
    ['/docs', { headers: pageHeaders, body: page }],
    ['/docs/reference.js', { headers: scriptHeaders, body: script }],
    ['/docs/swagger-ui.css', await asset('swagger-ui.css', 'text/css; charset=utf-8')],
    ['/docs/swagger-ui-bundle.js', await asset('swagger-ui-bundle.js', 'text/javascript; charset=utf-8')],
    ['/docs/favicon.png', await asset('favicon-32x32.png', 'image/png')],
  ]);
};

const scriptHeaders = { 'Content-Type': 'text/javascript; charset=utf-8', 'Cache-Control': 'no-cache' };

const pageHeaders = {
  'Content-Type': 'text/html; charset=utf-8',
  'Cache-Control': 'no-cache',
  'Content-Security-Policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
};

const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Freight Aggregator API</title>
    <link rel="icon" href="/docs/favicon.png">
    <link rel="stylesheet" href="/docs/swagger-ui.css">
  </head>
  <body>
    <noscript>The description of this API is at <a href="/openapi.json">/openapi.json</a>.</noscript>
    <div id="reference"></div>
    <script src="/docs/swagger-ui-bundle.js"></script>
    <script src="/docs/reference.js"></script>
  </body>
</html>
`;

const script = `SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  displayRequestDuration: true,
  docExpansion: 'list',
  persistAuthorization: false,
  tryItOutEnabled: true,
  validatorUrl: null,
});
`;
