/**
 * The error catalogue: every code that a caller can meet, with its HTTP status and the message that is safe to show.
 * Source: the merchant specification ("Errors") and its decisions, section 2.
 */
export const errorCatalogue = {
  VALIDATION_FAILED: { status: 400, message: 'Validation failed' },
  UNAUTHENTICATED: { status: 401, message: 'Access token required' },
  WALLET_NOT_CONFIGURED: { status: 402, message: 'Wallet is not configured for this organization' },
  INSUFFICIENT_BALANCE: { status: 402, message: 'Wallet balance does not cover this charge' },
  KYC_NOT_APPROVED: { status: 403, message: 'KYC is not approved for this organization' },
  FORBIDDEN: { status: 403, message: 'This organization may not do that' },
  NOT_FOUND: { status: 404, message: 'Resource not found' },
  ROUTE_NOT_FOUND: { status: 404, message: 'No such route' },
  METHOD_NOT_ALLOWED: { status: 405, message: 'Method not allowed on this path' },
  DUPLICATE_ORDER_REF: { status: 409, message: 'A live shipment already has this orderReferenceNumber' },
  INVALID_STATE: { status: 409, message: 'The present status does not allow this' },
  IDEMPOTENCY_IN_PROGRESS: { status: 409, message: 'A request with this Idempotency-Key is still running' },
  PAYLOAD_TOO_LARGE: { status: 413, message: 'Request body is too large' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, message: 'Content-Type must be application/json' },
  CARRIER_NOT_SERVICEABLE: { status: 422, message: 'The named carrier is not serviceable or priced for this lane' },
  NO_CARRIER_AVAILABLE: { status: 422, message: 'No carrier is available for this lane' },
  IDEMPOTENCY_KEY_REUSED: { status: 422, message: 'This Idempotency-Key was used for another request' },
  PICKUP_ADDRESS_UNKNOWN: { status: 422, message: 'pickupAddressId names no saved pickup address' },
  PINCODE_UNKNOWN: { status: 422, message: 'Pincode is unknown' },
  RATE_LIMITED: { status: 429, message: 'Too many requests' },
  INTERNAL: { status: 500, message: 'Internal error' },
  COURIER_REJECTED: { status: 502, message: 'The courier refused the consignment' },
  COURIER_UNAVAILABLE: { status: 502, message: 'The courier gave no usable answer' },
  SERVICE_UNAVAILABLE: { status: 503, message: 'Service is unavailable, try again shortly' },
  UPSTREAM_TIMEOUT: { status: 504, message: 'The service did not answer in time' },
} as const satisfies Record<string, { status: number; message: string }>;

export type ErrorCode = keyof typeof errorCatalogue;

/** Field path (`packages.0.weightGrams`) to the faults found there. */
export type FieldErrors = Record<string, string[]>;

export const isErrorCode = (value: unknown): value is ErrorCode =>
  typeof value === 'string' && Object.hasOwn(errorCatalogue, value);

export type FreightErrorOptions = {
  /** Replaces the catalogue's message; it is shown to the merchant, so it names no host, SQL or person. */
  message?: string;
  errors?: FieldErrors;
  /** The private story, for logs only. */
  cause?: unknown;
  /** Seconds a caller should wait (429 and 503). */
  retryAfterSeconds?: number;
};

/**
 * The one error class. What is thrown anywhere and is not a FreightError reaches the caller as INTERNAL.
 *
 * @example throw new FreightError('INVALID_STATE', { message: 'A DELIVERED shipment cannot be cancelled' });
 */
export class FreightError extends Error {
  readonly code: ErrorCode;
  readonly errors: FieldErrors | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(code: ErrorCode, options: FreightErrorOptions = {}) {
    super(options.message ?? errorCatalogue[code].message, options.cause === undefined ? {} : { cause: options.cause });
    this.name = 'FreightError';
    this.code = code;
    this.errors = options.errors;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }

  get status(): number {
    return errorCatalogue[this.code].status;
  }
}
