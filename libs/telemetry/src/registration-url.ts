/** What a process is started with: `node --import <this> main.ts`, so that telemetry is there before its first module. */
export const registrationUrl = import.meta.resolve('./register.ts');
