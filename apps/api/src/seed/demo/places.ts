/**
 * Ghana's sixteen regions, with the church's areas and their districts: towns and neighbourhoods that can be found on a
 * map. One region per paragraph, one area per line.
 */
export const PLACES: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  'Greater Accra': {
    Accra: ['Osu', 'Jamestown', 'Adabraka'],
    Kaneshie: ['Kaneshie', 'Abossey Okai', 'Mataheko'],
    Madina: ['Madina', 'Adentan', 'Ashaley Botwe'],
    Teshie: ['Teshie', 'Nungua', 'Labadi'],
    Tema: ['Tema Community 1', 'Tema Community 8', 'Sakumono'],
    Ashaiman: ['Ashaiman', 'Zenu', 'Afienya'],
    Dansoman: ['Dansoman', 'Odorkor', 'Weija'],
    Ablekuma: ['Awoshie', 'Sowutuom', 'Amasaman'],
  },
  Ashanti: {
    'Kumasi Central': ['Adum', 'Bantama', 'Asafo'],
    Asokwa: ['Asokwa', 'Ahinsan', 'Atonsu'],
    Tafo: ['Old Tafo', 'Pankrono', 'Suame'],
    Ejisu: ['Ejisu', 'Juaben', 'Konongo'],
    Mampong: ['Asante Mampong', 'Nsuta', 'Effiduase'],
    Obuasi: ['Obuasi', 'Bekwai', 'New Edubiase'],
    Offinso: ['Offinso', 'Abofour', 'Akomadan'],
    Nyinahin: ['Nkawie', 'Nyinahin'],
  },
  Eastern: {
    Koforidua: ['Koforidua', 'New Juaben', 'Suhyen'],
    Akropong: ['Akropong', 'Aburi', 'Mampong Akuapem'],
    Nkawkaw: ['Nkawkaw', 'Mpraeso', 'Abetifi'],
    Akyem: ['Akim Oda', 'Kade', 'Kibi'],
    Suhum: ['Suhum', 'Nsawam', 'Asamankese'],
    Somanya: ['Somanya', 'Krobo Odumase', 'Akosombo'],
  },
  Central: {
    'Cape Coast': ['Cape Coast', 'Elmina', 'Moree'],
    Winneba: ['Winneba', 'Apam', 'Gomoa Fetteh'],
    Swedru: ['Agona Swedru', 'Nyakrom', 'Bawjiase'],
    Kasoa: ['Kasoa', 'Buduburam', 'Ofaakor'],
    'Assin Fosu': ['Assin Fosu', 'Twifo Praso', 'Dunkwa-on-Offin'],
  },
  Western: {
    Takoradi: ['Takoradi', 'Effiakuma', 'Kwesimintsim'],
    Sekondi: ['Sekondi', 'Essikado', 'Shama'],
    Tarkwa: ['Tarkwa', 'Prestea', 'Bogoso'],
    Axim: ['Axim', 'Half Assini'],
    'Agona Nkwanta': ['Agona Nkwanta', 'Dixcove', 'Daboase'],
  },
  Volta: {
    Ho: ['Ho', 'Kpetoe', 'Adaklu'],
    Hohoe: ['Hohoe', 'Kpando'],
    Keta: ['Keta', 'Anloga', 'Akatsi'],
    Aflao: ['Aflao', 'Denu'],
  },
  Bono: {
    Sunyani: ['Sunyani', 'Fiapre', 'Chiraa'],
    Berekum: ['Berekum', 'Jinijini'],
    Dormaa: ['Dormaa Ahenkro', 'Wamfie'],
    Wenchi: ['Wenchi', 'Badu'],
  },
  'Bono East': {
    Techiman: ['Techiman', 'Tuobodom', 'Nkoranza'],
    Kintampo: ['Kintampo', 'Jema'],
    Atebubu: ['Atebubu', 'Yeji'],
  },
  Northern: {
    Tamale: ['Tamale', 'Sagnarigu', 'Savelugu'],
    Yendi: ['Yendi', 'Gushegu'],
    Bimbilla: ['Bimbilla', 'Wulensi'],
  },
  Ahafo: { Goaso: ['Goaso', 'Mim'], Bechem: ['Bechem', 'Duayaw Nkwanta'] },
  'Western North': { 'Sefwi Wiawso': ['Sefwi Wiawso', 'Sefwi Bekwai'], Bibiani: ['Bibiani', 'Enchi'] },
  Oti: { Dambai: ['Dambai', 'Nkwanta'], Jasikan: ['Jasikan', 'Kadjebi'] },
  'Upper East': { Bolgatanga: ['Bolgatanga', 'Navrongo'], Bawku: ['Bawku', 'Zebilla'] },
  'Upper West': { Wa: ['Wa', 'Nadowli'], Lawra: ['Lawra', 'Tumu'] },
  Savannah: { Damongo: ['Damongo', 'Bole'], Salaga: ['Salaga', 'Buipe'] },
  'North East': { Nalerigu: ['Nalerigu', 'Gambaga'], Walewale: ['Walewale', 'Chereponi'] },
}

/** Names of assemblies in addition to their place. */
export const ASSEMBLY_NAMES = [
  'Bethel',
  'Ebenezer',
  'Emmanuel',
  'Grace',
  'Hope',
  'Calvary',
  'Zion',
  'Bethany',
  'Gethsemane',
  'Nazareth',
  'Peniel',
  'Antioch',
  'Salem',
  'Mizpah',
  'Victory',
  'Nyamekyɛ',
] as const
