import { FreightError, getTrackingPage } from '@freight/contracts';
import type { AnsweringParts } from './answer-operation.ts';
import type { Exchange } from './exchange.ts';
import { publicError } from './public-error.ts';
import type { Reply } from './reply.ts';

export const trackingPagePath = '/t/{awb}';

/**
 * The page that a buyer opens from a message: the shipment service draws it. What goes wrong is a page too, since nobody who
 * reads it knows what an envelope is.
 */
export const createTrackingPage =
  ({ admission, invoke, reportFailure }: Pick<AnsweringParts, 'admission' | 'invoke' | 'reportFailure'>) =>
  async (exchange: Exchange, awb: string): Promise<Reply> => {
    try {
      admission.anybody(exchange);
      const input = getTrackingPage.input.safeParse({ awb });
      if (!input.success) throw new FreightError('NOT_FOUND');
      const { requestId } = exchange;
      const context = { requestId, operationId: requestId, actor: { type: 'public' } } as const;
      const { body } = await invoke(getTrackingPage, context, input.data);
      const page = getTrackingPage.output.parse(JSON.parse(Buffer.from(body).toString()));
      return {
        status: 200,
        headers: { 'Content-Type': html, 'Content-Security-Policy': page.contentSecurityPolicy },
        body: page.html,
      };
    } catch (error) {
      const failure = publicError(error);
      if (failure.status >= 500) reportFailure(failure, exchange, getTrackingPage);
      return failurePage(failure);
    }
  };

const html = 'text/html; charset=utf-8';

const failurePage = ({ status, code, retryAfterSeconds }: FreightError): Reply => {
  const [title, sentence] =
    status === 404
      ? ['Shipment not found', 'No shipment has this tracking number. Please check it, or ask the seller.']
      : ['Not available right now', 'Please try again in a minute.'];
  return {
    status,
    code,
    headers: {
      'Content-Type': html,
      ...(retryAfterSeconds === undefined ? {} : { 'Retry-After': String(Math.ceil(retryAfterSeconds)) }),
    },
    body: `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="robots" content="noindex">
    <title>${title}</title>
  </head>
  <body>
    <h1>${title}</h1>
    <p>${sentence}</p>
  </body>
</html>
`,
  };
};
