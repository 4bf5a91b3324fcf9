import { events, operations, serviceNames } from '@freight/contracts';
import { busPermissions } from '@freight/messaging';

/**
 * The users of the chart's NATS, one per service and line, in the server's configuration language. The server puts in
 * `$FREIGHT_…_NKEY` from its environment, so the file says what the contract says and nothing of an installation.
 */
export const natsUsers = (): string =>
  serviceNames
    .map((service) => {
      const { publish, subscribe, replyWithinMs } = busPermissions(service, operations, events);
      const permissions = JSON.stringify({
        publish: { allow: publish },
        subscribe: { allow: subscribe },
        allow_responses: { max: 1, expires: `${replyWithinMs}ms` },
      });
      return `{ nkey: $FREIGHT_${service.toUpperCase()}_NKEY, permissions: ${permissions} }\n`;
    })
    .join('');
