import { indiaClock } from '../clock.ts';
import { sandboxCredentials } from '../credentials.ts';
import { firstOf, json, readObject, textOf, type WireAnswer, type WireRequest, type World } from '../dialect.ts';
import { pincodeNote } from '../lanes.ts';
import { failure } from './access.ts';

type Fields = Record<string, unknown>;

/** POST /process-articles/{customerId}: good and bad articles in two lists. */
export const processArticles = (request: WireRequest, world: World): WireAnswer => {
  const { customerId, contractId } = sandboxCredentials.indiapost;
  if (request.params[0] !== customerId) return failure(403, 'Unknown customer id');
  const article = firstOf(readObject(request.body)?.['articles']);
  if (article === undefined) return failure(400, 'articles is required');
  const number = textOf(article['barcode_no']);
  const fault =
    textOf(article['contract_id']) === contractId ? faultOf(article, number, world) : 'The contract is not active';
  if (fault !== undefined) {
    return json({ valid_articles: [], error_articles: [{ index: 0, barcode_no: number, errors: [fault] }] });
  }
  const isCod = article['codr_cod'] === 'COD';
  const reference = textOf(article['bulk_reference']);
  world.book({
    awb: number,
    service: 'surface',
    reference,
    bookingReference: reference,
    paymentMode: isCod ? 'COD' : 'PREPAID',
    codAmount: isCod ? Number(article['value_for_codr_cod']) : 0,
    weightGrams: Number(article['physical_weight']),
    isReverse: false,
    pickup: placeOf(article, 'sender'),
    drop: placeOf(article, 'receiver'),
    qc: null,
  });
  return json({
    valid_articles: [{ index: 0, barcode_no: number, calculated_tariff: 47 }],
    error_articles: [],
  });
};

const faultOf = (article: Fields, number: string, world: World): string | undefined => {
  if (!hasCheckDigit(number)) return 'barcode_no has a wrong check digit';
  if (world.store.find('indiapost', number) !== undefined) return 'barcode_no is already used';
  if (!['SP', 'BP'].includes(textOf(article['article_type']))) return 'article_type is invalid';
  if (!['DOC', 'NROL'].includes(textOf(article['shape_of_article']))) return 'shape_of_article is invalid';
  if (!(Number(article['physical_weight']) > 0)) return 'physical_weight is required';
  for (const role of ['sender', 'receiver']) {
    const note = pincodeNote(textOf(article[`${role}_pincode`]));
    if (note === 'unknown' || note === 'embargo') return `${role}_pincode is not serviceable`;
    if (note === 'noCod' && article['codr_cod'] === 'COD') return 'COD is not serviceable at the pincode';
  }
  return undefined;
};

/** 8, 6, 4, 2, 3, 5, 9, 7 over eight digits, modulo 11. */
const hasCheckDigit = (number: string): boolean => {
  const [, digits = '', check = ''] = /^[A-Z]{2}(\d{8})(\d)IN$/.exec(number) ?? [];
  const sum = [8, 6, 4, 2, 3, 5, 9, 7].reduce(
    (total, weight, at) => total + weight * Number(digits[at] ?? Number.NaN),
    0,
  );
  const rest = sum % 11;
  const expected = rest === 0 ? 5 : rest === 1 ? 0 : 11 - rest;
  return check !== '' && Number(check) === expected;
};

const placeOf = (article: Fields, role: 'sender' | 'receiver') => {
  const field = (name: string): string => textOf(article[`${role}_${name}`]);
  return {
    name: field('name'),
    phone: field('mobile_no'),
    address: field('address_line_1'),
    city: field('city'),
    state: field('state'),
    pincode: field('pincode'),
  };
};

/** POST /v1/tracking/bulk {bulk ≤ 50}: newest first, a day that looks like a time, and a time beside it. */
export const trackBulk = (request: WireRequest, world: World): WireAnswer => {
  const numbers = readObject(request.body)?.['bulk'];
  if (!Array.isArray(numbers) || numbers.length === 0) return failure(400, 'bulk is required');
  if (numbers.length > 50) return failure(400, 'bulk should have at most 50 articles');
  const found = numbers.flatMap((number) => world.store.find('indiapost', textOf(number)) ?? []);
  return json({
    success: true,
    message: 'data retrieved successfully',
    data: found.map((consignment) => ({
      booking_details: { article_number: consignment.awb, article_type: 'SP' },
      tracking_details: consignment.scans
        .filter(({ code }) => code !== '')
        .map((scan) => ({
          date: `${indiaClock(scan.at).iso.slice(0, 10)}T00:00:00Z`,
          time: indiaClock(scan.at).iso.slice(11, 19),
          office: scan.location,
          event: scan.code,
        }))
        .toReversed(),
      del_status: { del_status: consignment.scans.at(-1)?.status === 'DELIVERED' ? 'D' : 'N' },
    })),
  });
};

/** GET /v1/pincode-search?pincode&office-type=post. */
export const pincodeSearch = (request: WireRequest): WireAnswer => {
  const pincode = request.query.get('pincode') ?? '';
  const note = pincodeNote(pincode);
  const isServed = note === 'served' || note === 'noCod' || note === 'noPickup';
  return json({
    success: true,
    data: isServed ? [{ pincode, office_name: 'Sandbox S.O', office_type_code: 'SPO' }] : [],
  });
};
