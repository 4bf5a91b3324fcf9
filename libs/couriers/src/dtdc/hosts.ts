import type { CourierAccount } from '../courier.ts';

/** DTDC's API lies on four hosts; the account names those that differ from its base address. */
export const trackingHost = ({ baseUrl, settings }: CourierAccount): string => settings?.['trackingBaseUrl'] ?? baseUrl;
export const pincodeHost = ({ baseUrl, settings }: CourierAccount): string => settings?.['pincodeBaseUrl'] ?? baseUrl;
export const ndrHost = ({ baseUrl, settings }: CourierAccount): string => settings?.['ndrBaseUrl'] ?? baseUrl;

/** The key of booking, label and cancellation; tracking has a login of its own, and NDR another. */
export const apiKeyOf = ({ credentials }: CourierAccount) => ({ 'api-key': credentials['apiKey'] ?? '' });

export const customerCodeOf = ({ credentials }: CourierAccount): string => credentials['customerCode'] ?? '';
