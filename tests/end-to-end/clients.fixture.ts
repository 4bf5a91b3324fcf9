import { type ApiClient, createApiClient } from '@freight/cli/api-client';
import type { CallInputOf, createShipment } from '@freight/contracts';
import { z } from 'zod';
import type { ReadyLines } from './installation.fixture.ts';

const consignment = z.object({ awb: z.string(), cancelled: z.boolean() });

/** What merchants, operators and somebody at the sandbox's control desk can do: over HTTP and nothing else. */
export const clientsOf = (ready: () => ReadyLines) => {
  const control = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const response = await fetch(`${ready().sandbox}/control${path}`, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`sandbox ${method} ${path}: ${response.status} ${await response.text()}`);
    return response.json();
  };
  const send: ApiClient['send'] = (operation, input) => {
    const { api, 'api-key': apiKey, 'operator-token': operatorToken } = ready();
    return createApiClient({ api, apiKey, operatorToken }).send(operation, input);
  };
  return {
    /** Calls an operation with the printed key or token; the answer is checked against the contract. */
    send,
    sandbox: {
      consignments: async (reference: string) =>
        z.array(consignment).parse(await control('GET', `/shipments?reference=${reference}`)),
      consignment: async (awb: string) => consignment.parse(await control('GET', `/shipments/${awb}`)),
      scan: (awb: string, status: string) => control('POST', `/shipments/${awb}/scans`, { status }),
    },
  };
};

/** A prepaid parcel of half a kilogram from Delhi to Mumbai. */
export const delhiToMumbai = (orderReferenceNumber: string): CallInputOf<typeof createShipment> => ({
  shipmentType: 'FORWARD',
  paymentMode: 'PREPAID',
  orderReferenceNumber,
  invoiceValue: 1499,
  pickup: {
    name: 'Chandni Textiles',
    phone: '9810012345',
    address: '14 Katra Neel, Chandni Chowk',
    city: 'Delhi',
    state: 'Delhi',
    pincode: '110006',
  },
  drop: {
    name: 'Asha Kulkarni',
    phone: '9820012345',
    address: 'Flat 7, Sea Breeze, Hill Road',
    city: 'Mumbai',
    state: 'Maharashtra',
    pincode: '400050',
  },
  packages: [
    {
      weightGrams: 480,
      lengthCm: 20,
      breadthCm: 15,
      heightCm: 8,
      items: [{ name: 'Cotton kurta', quantity: 1, unitPrice: 1499 }],
    },
  ],
});

/** Paise, so that sums of prices are exact. */
export const paise = (inr: number): number => Math.round(inr * 100);
