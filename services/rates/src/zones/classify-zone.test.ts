import type { Zone } from '@freight/contracts';
import { beforeAll, describe, expect, test } from 'vitest';
import { type PincodeTable, type Place, readPincodeTable } from '../pincodes/pincode-table.ts';
import { classifyZone } from './classify-zone.ts';
import { defaultZoneRules } from './default-zone-rules.ts';
import { zoneRules } from './zone-rules.ts';

let table: PincodeTable;
beforeAll(async () => {
  table = await readPincodeTable(new URL('../../data/pincodes.tsv', import.meta.url));
});

const placeOf = (pincode: string): Place => {
  const place = table.find(pincode);
  if (place === undefined) throw new Error(`${pincode} is unknown`);
  return place;
};

const lanes: [from: string, to: string, zone: Zone, lane: string][] = [
  // One city cluster, whatever the districts in it.
  ['110001', '110001', 'LOCAL', 'a pincode to itself'],
  ['110001', '110096', 'LOCAL', 'New Delhi–East Delhi, two districts'],
  ['110085', '110070', 'LOCAL', 'Rohini–Vasant Kunj'],
  ['400001', '400104', 'LOCAL', 'Mumbai Fort–Goregaon, two districts'],
  ['400001', '400601', 'LOCAL', 'Mumbai–Thane city, prefix 400'],
  ['411001', '411057', 'LOCAL', 'Pune–Hinjawadi'],
  ['560001', '560103', 'LOCAL', 'Bengaluru–Bellandur'],
  ['600001', '600130', 'LOCAL', 'Chennai–Navalur'],
  ['700001', '700156', 'LOCAL', 'Kolkata–New Town, two districts'],
  ['500001', '500081', 'LOCAL', 'Hyderabad–Madhapur, two districts'],
  ['380001', '382345', 'LOCAL', 'Ahmedabad, prefixes 380 and 382'],
  // One district outside the clusters.
  ['302001', '302033', 'LOCAL', 'Jaipur–Sanganer'],
  ['226001', '226028', 'LOCAL', 'Lucknow'],
  ['201301', '201310', 'LOCAL', 'Noida–Greater Noida'],
  ['641001', '641048', 'LOCAL', 'Coimbatore'],
  ['744101', '744101', 'LOCAL', 'Port Blair–Port Blair'],
  ['744101', '744103', 'LOCAL', 'Port Blair–Port Blair South'],
  ['781001', '781040', 'LOCAL', 'Guwahati'],
  ['190001', '190025', 'LOCAL', 'Srinagar'],
  ['194101', '194104', 'LOCAL', 'Leh–Leh'],
  ['682555', '682557', 'LOCAL', 'Kavaratti–Minicoy, one district'],
  // One state.
  ['400001', '411001', 'REGIONAL', 'Mumbai–Pune'],
  ['400001', '440001', 'REGIONAL', 'Mumbai–Nagpur'],
  ['411001', '412207', 'REGIONAL', 'Pune–Wagholi, out of the cluster'],
  ['400001', '410210', 'REGIONAL', 'Mumbai–Kharghar'],
  ['560001', '570001', 'REGIONAL', 'Bengaluru–Mysuru'],
  ['600001', '641001', 'REGIONAL', 'Chennai–Coimbatore'],
  ['700001', '734001', 'REGIONAL', 'Kolkata–Siliguri'],
  ['700001', '711101', 'REGIONAL', 'Kolkata–Howrah'],
  ['500001', '506002', 'REGIONAL', 'Hyderabad–Warangal'],
  ['380001', '395001', 'REGIONAL', 'Ahmedabad–Surat'],
  ['226001', '201301', 'REGIONAL', 'Lucknow–Noida'],
  ['781001', '786001', 'REGIONAL', 'Guwahati–Dibrugarh: special states count only across a border'],
  ['190001', '180001', 'REGIONAL', 'Srinagar–Jammu'],
  ['194101', '194103', 'REGIONAL', 'Leh–Kargil'],
  ['744101', '744301', 'REGIONAL', 'Port Blair–Car Nicobar'],
  ['520001', '530001', 'REGIONAL', 'Vijayawada–Visakhapatnam'],
  // Metro to metro.
  ['110001', '400001', 'METRO', 'Delhi–Mumbai'],
  ['110001', '700001', 'METRO', 'Delhi–Kolkata'],
  ['110001', '600001', 'METRO', 'Delhi–Chennai'],
  ['400001', '560001', 'METRO', 'Mumbai–Bengaluru'],
  ['560001', '600001', 'METRO', 'Bengaluru–Chennai'],
  ['560001', '500001', 'METRO', 'Bengaluru–Hyderabad'],
  ['700001', '500032', 'METRO', 'Kolkata–Hyderabad'],
  // Anything else across a border.
  ['110001', '201301', 'ROI', 'Delhi–Noida'],
  ['110001', '122001', 'ROI', 'Delhi–Gurugram'],
  ['110001', '411001', 'ROI', 'Delhi–Pune: a cluster, but no metro'],
  ['380001', '560001', 'ROI', 'Ahmedabad–Bengaluru: a cluster, but no metro'],
  ['500001', '520001', 'ROI', 'Hyderabad–Vijayawada: two states since 2014'],
  ['160017', '140301', 'ROI', 'Chandigarh–Kharar'],
  ['605001', '607001', 'ROI', 'Puducherry–Cuddalore'],
  ['403001', '590001', 'ROI', 'Panaji–Belagavi'],
  ['396210', '396191', 'ROI', 'Daman–Vapi'],
  ['302001', '226001', 'ROI', 'Jaipur–Lucknow'],
  ['171001', '160017', 'ROI', 'Shimla–Chandigarh: Himachal is not special by default'],
  ['682001', '560001', 'ROI', 'Kochi–Bengaluru'],
  // Special: either end, unless both are in one state.
  ['781001', '793001', 'SPECIAL', 'Guwahati–Shillong'],
  ['110001', '781001', 'SPECIAL', 'Delhi–Guwahati'],
  ['781001', '110001', 'SPECIAL', 'Guwahati–Delhi'],
  ['190001', '110001', 'SPECIAL', 'Srinagar–Delhi'],
  ['190001', '194101', 'SPECIAL', 'Srinagar–Leh: two territories since 2019'],
  ['682001', '682555', 'SPECIAL', 'Kochi–Lakshadweep, one sorting district'],
  ['600001', '744101', 'SPECIAL', 'Chennai–Port Blair'],
  ['700001', '737101', 'SPECIAL', 'Kolkata–Gangtok'],
  ['400001', '795001', 'SPECIAL', 'Mumbai–Imphal'],
  ['797001', '796001', 'SPECIAL', 'Kohima–Aizawl'],
  ['799001', '791111', 'SPECIAL', 'Agartala–Itanagar'],
];

describe('the default zone rules', () => {
  test('are tested on at least 60 lanes', () => {
    expect(lanes.length).toBeGreaterThanOrEqual(60);
  });

  test.each(lanes)('%s to %s is %s (%s)', (from, to, zone) => {
    expect(classifyZone(defaultZoneRules, placeOf(from), placeOf(to))).toBe(zone);
  });

  test.each(lanes)('%s to %s is in the zone of its way back', (from, to, zone) => {
    expect(classifyZone(defaultZoneRules, placeOf(to), placeOf(from))).toBe(zone);
  });

  test('two places that are known by prefix only are one state, never one district', () => {
    const [from, to]: Place[] = [
      { pincode: '302999', state: 'RJ', district: null },
      { pincode: '302998', state: 'RJ', district: null },
    ];
    expect(from && to && classifyZone(defaultZoneRules, from, to)).toBe('REGIONAL');
  });
});

describe('zone rules are data', () => {
  test('another order gives the same lanes other zones', () => {
    const stateFirst = zoneRules.parse({ ...defaultZoneRules, order: ['REGIONAL', 'METRO', 'SPECIAL', 'ROI'] });
    expect(classifyZone(stateFirst, placeOf('110001'), placeOf('110096'))).toBe('REGIONAL');
    expect(classifyZone(stateFirst, placeOf('560001'), placeOf('600001'))).toBe('METRO');
  });

  test('a metro that is no cluster is refused', () => {
    expect(zoneRules.safeParse({ ...defaultZoneRules, metros: ['Atlantis'] }).success).toBe(false);
  });

  test('an order that does not end with ROI is refused, because some lane would have no zone', () => {
    expect(zoneRules.safeParse({ ...defaultZoneRules, order: ['LOCAL'] }).success).toBe(false);
  });
});
