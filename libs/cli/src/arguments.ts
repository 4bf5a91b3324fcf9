import { InvalidArgumentError } from 'commander';

/** A whole number from 1. */
export const positiveInteger = (text: string): number => {
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < 1) throw new InvalidArgumentError('It must be a whole number from 1.');
  return value;
};

/** An amount in INR. */
export const inrAmount = (text: string): number => {
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value))
    throw new InvalidArgumentError('It must be an amount in INR, such as 500 or 99.5.');
  return value;
};

export const tcpPort = (text: string): number => {
  const value = positiveInteger(text);
  if (value > 65_535) throw new InvalidArgumentError('It must be a port from 1 to 65535.');
  return value;
};
