/** Address of the NATS server that tests talk to. */
export const testNatsUrl = (): string => {
  const url = process.env.TEST_NATS_URL;
  if (url === undefined) throw new Error('TEST_NATS_URL is not set');
  return url;
};
