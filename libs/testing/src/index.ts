export { organizationContext, systemContext } from './contexts.ts';
export { eventually } from './eventually.ts';
export type { TestDatabase } from './template-database.ts';
export { testDatabase, testNatsUrl } from './test-servers.ts';
export {
  type TestEnvironment,
  type TestService,
  type TestServiceOptions,
  testEnvironment,
  testService,
} from './test-service.ts';
