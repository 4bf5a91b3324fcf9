import { fileURLToPath } from 'node:url';
import type { ServiceName } from '@freight/contracts';

/** The folder of the clone: what `freight` starts lies beside it, so it works from whatever folder it is called in. */
export const repositoryFolder = fileURLToPath(new URL('../../../../', import.meta.url));

export const defaultDataDirectory = `${repositoryFolder}.data`;

export const migrationsOf = (service: ServiceName): string => `${repositoryFolder}services/${service}/migrations`;

export const mainOf = (service: ServiceName): string => `${repositoryFolder}services/${service}/src/main.ts`;

export const sandboxMain = fileURLToPath(import.meta.resolve('@freight/courier-sandbox/main'));
