import { FreightError, newId, type Operation } from '@freight/contracts';
import { Hono } from 'hono';
import type { Admission } from '../access/admission.ts';
import { buildOpenApi } from '../openapi/document.ts';
import type { AnsweringParts } from './answer-operation.ts';
import { type CourierPushOptions, courierPushPath, createCourierPush } from './courier-push.ts';
import type { App, Exchanger } from './exchange.ts';
import { mountOperations, otherMethods } from './mount-operations.ts';
import { type ReferenceFile, readReferenceFiles } from './reference-page.ts';
import { errorReply, type Reply, redirectReply } from './reply.ts';
import { honoPath } from './route-table.ts';
import { createTrackingPage, trackingPagePath } from './tracking-page.ts';

export type AppOptions = AnsweringParts &
  CourierPushOptions & {
    operations: readonly Operation[];
    exchange: Exchanger;
    hasOperatorApi: boolean;
    publicBaseUrl: string | undefined;
  };

/** Everything that the gateway answers on its public port. */
export const createApp = async (options: AppOptions): Promise<App> => {
  const { operations, exchange, admission, hasOperatorApi, publicBaseUrl } = options;
  const app: App = new Hono();

  mountOperations(app, options);

  const pushed = createCourierPush(options);
  app.post(
    honoPath(courierPushPath),
    exchange({ route: courierPushPath }, (opened, { req }) => pushed(opened, req.param('courier') ?? '')),
  );
  app.all(honoPath(courierPushPath), otherMethods(courierPushPath, 'OPTIONS, POST', exchange, admission));

  const trackingPage = createTrackingPage(options);
  app.get(
    honoPath(trackingPagePath),
    exchange({ route: trackingPagePath }, (opened, { req }) => trackingPage(opened, req.param('awb') ?? '')),
  );
  app.all(honoPath(trackingPagePath), otherMethods(trackingPagePath, readOnly, exchange, admission));

  serveFile(app, '/openapi.json', jsonFile(buildOpenApi(operations, 'merchant', publicBaseUrl)), exchange, admission);
  if (hasOperatorApi) {
    const document = buildOpenApi(operations, 'operator', publicBaseUrl);
    serveFile(app, '/operator/openapi.json', jsonFile(document), exchange, admission);
  }
  for (const [path, file] of await readReferenceFiles()) serveFile(app, path, file, exchange, admission);
  const home = exchange({ route: '/' }, (opened) => {
    admission.anybody(opened);
    return redirectReply('/docs');
  });
  app.get('/', home);
  app.all('/', otherMethods('/', readOnly, exchange, admission));

  const unknown = exchange({ route: '(unknown)' }, (opened) => {
    admission.anybody(opened);
    throw new FreightError('ROUTE_NOT_FOUND');
  });
  app.notFound(unknown);
  app.onError(() => lastResort(new FreightError('INTERNAL')));
  return app;
};

/** An error of what stands around the exchanges: a request line that is no URL, a bug. Without limits, but in the envelope. */
export const lastResort = (error: FreightError): Response => {
  const { status, headers, body } = errorReply(error);
  return new Response(body, { status, headers: { ...headers, 'X-Request-Id': newId('operation') } });
};

const readOnly = 'GET, HEAD, OPTIONS';

const serveFile = (app: App, path: string, file: ReferenceFile, exchange: Exchanger, admission: Admission): void => {
  const answer = (): Reply => ({ status: 200, headers: file.headers, body: file.body });
  app.get(
    path,
    exchange({ route: path }, (opened) => {
      admission.anybody(opened);
      return answer();
    }),
  );
  app.all(path, otherMethods(path, readOnly, exchange, admission));
};

const jsonFile = (document: unknown): ReferenceFile => ({
  headers: { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-cache' },
  body: JSON.stringify(document),
});
