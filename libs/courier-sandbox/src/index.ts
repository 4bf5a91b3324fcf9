export type { AutoProgressSettings } from './auto-progress.ts';
export type { SandboxConsignment, SandboxPlace, SandboxQc, SandboxQcResult, SandboxScan } from './consignment.ts';
export type { SandboxControl } from './control.ts';
export * from './credentials.ts';
export { type Fault, type FaultKind, type FaultOperation, faultKinds, faultOperations } from './faults.ts';
export type { PushTarget } from './push.ts';
export { type CourierSandbox, type CourierSandboxOptions, startCourierSandbox } from './start-sandbox.ts';
