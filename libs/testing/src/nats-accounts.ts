import { claimNumber } from './claim-number.ts';

const accountCount = 250;

const accountName = (number: number): string => `t${number}`;

/** One account per test file, each with its own subjects and streams: isolation without a prefix in any subject. */
export const accountsConfig = `accounts {
${Array.from({ length: accountCount }, (_, number) => {
  const name = accountName(number);
  return `  ${name} { jetstream: enabled, users: [{ user: ${name}, password: ${name} }] }`;
}).join('\n')}
}
`;

/** The address of the run's NATS as a user of an account that no other test file has. */
export const claimNatsAccount = async (natsUrl: string, countersDirectory: string): Promise<string> => {
  const number = await claimNumber(countersDirectory, 'account');
  if (number >= accountCount) throw new Error(`more than ${accountCount} test files use NATS: raise accountCount`);
  const name = accountName(number);
  return natsUrl.replace('nats://', `nats://${name}:${name}@`);
};
