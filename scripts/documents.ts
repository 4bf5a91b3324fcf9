import { events, operations } from '@freight/contracts';
import { buildOpenApi } from '../services/gateway/src/openapi/document.ts';
import { asyncApiDocument } from './asyncapi.ts';
import { chartPath } from './chart/chart-folder.ts';
import { natsUsers } from './chart/nats-users.ts';
import { chartReadme } from './chart/readme.ts';
import { configurationPage } from './configuration-page.ts';
import { eventSchema, eventSchemaFile } from './event-schema.ts';
import { readme } from './readme.ts';

/** Every generated document, path below the root of the repository to content; a test compares them with what is committed. */
export const documents = (): ReadonlyMap<string, string> =>
  new Map([
    ['docs/openapi.json', json(buildOpenApi(operations, 'merchant'))],
    ['docs/operator-openapi.json', json(buildOpenApi(operations, 'operator'))],
    ['docs/asyncapi.json', json(asyncApiDocument(events))],
    ...events.map((event) => [`docs/${eventSchemaFile(event)}`, json(eventSchema(event))] as const),
    ['docs/configuration.md', configurationPage()],
    ['README.md', readme()],
    [`${chartPath}/README.md`, chartReadme()],
    [`${chartPath}/files/nats-users.conf`, natsUsers()],
  ]);

const json = (document: object): string => `${JSON.stringify(document, undefined, 2)}\n`;
