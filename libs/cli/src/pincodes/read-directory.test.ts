import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../temporary-directory.fixture.ts';
import { formatPlaces, readDirectory } from './read-directory.ts';

const fileOf = async (content: string | Uint8Array): Promise<string> => {
  const file = join(await temporaryDirectory(), 'directory.csv');
  await writeFile(file, content);
  return file;
};

const official = [
  'circlename,regionname,divisionname,officename,pincode,officetype,delivery,district,statename,latitude,longitude',
  'Maharashtra Circle,Mumbai,Mumbai,Bazargate S.O,400001,PO,Delivery,MUMBAI,MAHARASHTRA,NA,NA',
  'Maharashtra Circle,Mumbai,Mumbai,M.P.T. S.O,400001,PO,Non Delivery,MUMBAI,MAHARASHTRA,NA,NA',
  'Maharashtra Circle,Mumbai,Mumbai,Stray S.O,400001,PO,Delivery,RAIGARH,MAHARASHTRA,NA,NA',
  'Assam Circle,Guwahati,Guwahati,"G.S. Road, S.O",781005,PO,Delivery,KAMRUP METRO,ASSAM,NA,NA',
  'Assam Circle,Guwahati,Guwahati,Nowhere S.O,781006,PO,Delivery,NA,NA,NA,NA',
].join('\n');

test('the official directory becomes one row per pincode: what most of its post offices name', async () => {
  const { places, rows, skipped } = await readDirectory(await fileOf(official));
  expect(places).toEqual([
    { pincode: '400001', district: 'Mumbai', state: 'MAHARASHTRA' },
    { pincode: '781005', district: 'Kamrup Metro', state: 'ASSAM' },
  ]);
  expect([rows, skipped]).toEqual([5, ['781006']]);
});

test.each([
  ['an older edition', 'officename,pincode,Districtname,statename\nLeh H.O,194101,Leh,Ladakh'],
  ['a plain table', 'state,district,pincode\r\nLadakh,Leh,194101\r\n'],
])('%s is read by the names of its columns', async (_, text) => {
  const { places } = await readDirectory(await fileOf(text));
  expect(places).toEqual([{ pincode: '194101', district: 'Leh', state: 'Ladakh' }]);
});

test('a compressed file is read as it is', async () => {
  const { places } = await readDirectory(await fileOf(gzipSync(official)));
  expect(places).toHaveLength(2);
});

test('a file without the columns is refused in one sentence', async () => {
  await expect(readDirectory(await fileOf('a,b\n1,2\n'))).rejects.toThrow('has no column pincode, district, state');
});

test('what is sent quotes what needs it', () => {
  expect(formatPlaces([{ pincode: '110001', district: 'Delhi, "New"', state: 'Delhi' }])).toBe(
    'pincode,district,state\n110001,"Delhi, ""New""",Delhi\n',
  );
});
