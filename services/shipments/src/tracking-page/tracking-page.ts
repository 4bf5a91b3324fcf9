import type { ShipmentStatus } from '@freight/contracts';
import { type PublicRecord, publicSentences } from '../tracking/public-record.ts';
import { style } from './page-style.ts';

/** What the page says of the seller. */
export type Seller = { name: string; logoUrl?: string | undefined };

/**
 * The public record of a shipment as a page: no script, one column, and everything that came from somewhere else escaped. Times
 * are India's, as the buyer's are.
 */
export const trackingPage = (record: PublicRecord, seller: Seller | undefined): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escape(publicSentences[record.status])} · ${escape(record.awbNumber)}</title>
<style>${style}</style>
</head>
<body>
<main>
${header(seller)}
<h1>${escape(publicSentences[record.status])}</h1>
${promise(record)}
${steps(record)}
<dl>
<dt>Tracking number</dt><dd>${escape(record.awbNumber)}</dd>
${record.courier === null ? '' : `<dt>Courier</dt><dd>${escape(record.courier)}</dd>`}
${record.customerName === '' ? '' : `<dt>For</dt><dd>${escape(record.customerName)}</dd>`}
</dl>
${history(record)}
<footer>All times are in India Standard Time.</footer>
</main>
</body>
</html>
`;

const header = (seller: Seller | undefined): string => {
  if (seller === undefined) return '';
  const logo = seller.logoUrl === undefined ? '' : `<img src="${escape(seller.logoUrl)}" alt="">`;
  return `<header>${logo}<p>${escape(seller.name)}</p></header>`;
};

const promise = ({ status, timeline }: PublicRecord): string => {
  if (status === 'DELIVERED' && timeline.deliveredAt !== null) return `<p>on ${time(timeline.deliveredAt, day)}</p>`;
  const isOver = !underway.includes(status);
  return isOver || timeline.expectedDeliveryDate === null
    ? ''
    : `<p>Expected by ${time(timeline.expectedDeliveryDate, day)}</p>`;
};

/** Statuses of a parcel that still goes to the buyer. */
const underway: readonly ShipmentStatus[] = [
  'LABEL_GENERATED',
  'PICKUP_SCHEDULED',
  'PICKUP_FAILED',
  'PICKED_UP',
  'IN_TRANSIT',
  'OUT_FOR_DELIVERY',
  'DELIVERY_FAILED',
];

const stepNames = ['Ordered', 'Picked up', 'Out for delivery', 'Delivered'] as const;

/** How far along the way a status is, counted in steps; statuses off the way (returned, lost, cancelled) have none. */
const stepOf: Partial<Record<ShipmentStatus, number>> = {
  CREATED: 0,
  LABEL_GENERATED: 0,
  PICKUP_SCHEDULED: 0,
  PICKUP_FAILED: 0,
  PICKED_UP: 1,
  IN_TRANSIT: 1,
  OUT_FOR_DELIVERY: 2,
  DELIVERY_FAILED: 2,
  DELIVERED: 3,
};

const steps = ({ status }: PublicRecord): string => {
  const current = stepOf[status];
  if (current === undefined) return '';
  const items = stepNames.map((name, index) => {
    const reached = index <= current ? ' class="reached"' : '';
    return `<li${reached}${index === current ? ' aria-current="step"' : ''}>${name}</li>`;
  });
  return `<ol class="steps">${items.join('')}</ol>`;
};

const history = ({ events }: PublicRecord): string => {
  if (events.length === 0) return '';
  const items = events.toReversed().map(({ description, location, eventTime }) => {
    const place = location === null ? '' : `<span class="place">${escape(location)}</span>`;
    return `<li>${escape(description)}${place}${time(eventTime, moment)}</li>`;
  });
  return `<h2>History</h2>\n<ol class="events">\n${items.join('\n')}\n</ol>`;
};

const time = (iso: string, format: Intl.DateTimeFormat): string =>
  `<time datetime="${escape(iso)}">${format.format(new Date(iso))}</time>`;

const day = new Intl.DateTimeFormat('en-IN', { dateStyle: 'full', timeZone: 'Asia/Kolkata' });
const moment = new Intl.DateTimeFormat('en-IN', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'Asia/Kolkata' });

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escape = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? '');
