/** @file The codes of countries and currencies that people write as names, as signs, or in three letters, in the languages of the exports. Pure. */

/** A name that two of them give to different codes is that of the first. */
const languages = 'en de fr nl sv da nb fi es it pl pt et lv lt cs sk sl hr hu ro bg el tr ru uk'.split(' ');

export type Named = 'country' | 'currency';

/** What people write and no language data has. */
const otherNames: Readonly<Record<Named, Readonly<Record<string, string>>>> = {
  country: {
    uk: 'GB',
    'great britain': 'GB',
    england: 'GB',
    scotland: 'GB',
    wales: 'GB',
    'northern ireland': 'GB',
    holland: 'NL',
    tschechei: 'CZ',
    'czech republic': 'CZ',
    'united states of america': 'US',
    'republic of ireland': 'IE',
    'russian federation': 'RU',
    'united kingdom of great britain and northern ireland': 'GB',
    'the netherlands': 'NL',
    'kingdom of the netherlands': 'NL',
    'u.s.a.': 'US',
    'u.s.': 'US',
    'u.k.': 'GB',
    'korea, republic of': 'KR',
    'republic of korea': 'KR',
    'viet nam': 'VN',
    'hong kong': 'HK',
    macau: 'MO',
    macao: 'MO',
    'taiwan, province of china': 'TW',
    'iran, islamic republic of': 'IR',
    'moldova, republic of': 'MD',
    'syrian arab republic': 'SY',
    uae: 'AE',
  },
  // Of these, ISO 4217 and people have other names than the languages.
  currency: {
    '€': 'EUR',
    '£': 'GBP',
    zł: 'PLN',
    'sfr.': 'CHF',
    'fr.': 'CHF',
    euros: 'EUR',
    'pound sterling': 'GBP',
    'pounds sterling': 'GBP',
    sterling: 'GBP',
    'british pounds': 'GBP',
    'us dollars': 'USD',
    'u.s. dollar': 'USD',
    'american dollar': 'USD',
    'swiss francs': 'CHF',
    yen: 'JPY',
    'yuan renminbi': 'CNY',
    renminbi: 'CNY',
    zloty: 'PLN',
    forint: 'HUF',
    rand: 'ZAR',
    baht: 'THB',
    won: 'KRW',
    'uae dirham': 'AED',
  },
};

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

const codes: Readonly<Record<Named, () => readonly string[]>> = {
  // A code that has been replaced has the name of the country that it belongs to now.
  country: () =>
    letters
      .flatMap((first) => letters.map((second) => `${first}${second}`))
      .filter((code) => new Intl.Locale(`und-${code}`).region === code),
  currency: () => Intl.supportedValuesOf('currency'),
};

/** ISO 3166-1: the code of three letters, then that of two. */
const threeLetters = `
  ABWAW AFGAF AGOAO AIAAI ALAAX ALBAL ANDAD AREAE ARGAR ARMAM ASMAS ATAAQ ATFTF ATGAG AUSAU AUTAT AZEAZ BDIBI BELBE
  BENBJ BESBQ BFABF BGDBD BGRBG BHRBH BHSBS BIHBA BLMBL BLRBY BLZBZ BMUBM BOLBO BRABR BRBBB BRNBN BTNBT BVTBV BWABW
  CAFCF CANCA CCKCC CHECH CHLCL CHNCN CIVCI CMRCM CODCD COGCG COKCK COLCO COMKM CPVCV CRICR CUBCU CUWCW CXRCX CYMKY
  CYPCY CZECZ DEUDE DJIDJ DMADM DNKDK DOMDO DZADZ ECUEC EGYEG ERIER ESHEH ESPES ESTEE ETHET FINFI FJIFJ FLKFK FRAFR
  FROFO FSMFM GABGA GBRGB GEOGE GGYGG GHAGH GIBGI GINGN GLPGP GMBGM GNBGW GNQGQ GRCGR GRDGD GRLGL GTMGT GUFGF GUMGU
  GUYGY HKGHK HMDHM HNDHN HRVHR HTIHT HUNHU IDNID IMNIM INDIN IOTIO IRLIE IRNIR IRQIQ ISLIS ISRIL ITAIT JAMJM JEYJE
  JORJO JPNJP KAZKZ KENKE KGZKG KHMKH KIRKI KNAKN KORKR KWTKW LAOLA LBNLB LBRLR LBYLY LCALC LIELI LKALK LSOLS LTULT
  LUXLU LVALV MACMO MAFMF MARMA MCOMC MDAMD MDGMG MDVMV MEXMX MHLMH MKDMK MLIML MLTMT MMRMM MNEME MNGMN MNPMP MOZMZ
  MRTMR MSRMS MTQMQ MUSMU MWIMW MYSMY MYTYT NAMNA NCLNC NERNE NFKNF NGANG NICNI NIUNU NLDNL NORNO NPLNP NRUNR NZLNZ
  OMNOM PAKPK PANPA PCNPN PERPE PHLPH PLWPW PNGPG POLPL PRIPR PRKKP PRTPT PRYPY PSEPS PYFPF QATQA REURE ROURO RUSRU
  RWARW SAUSA SDNSD SENSN SGPSG SGSGS SHNSH SJMSJ SLBSB SLESL SLVSV SMRSM SOMSO SPMPM SRBRS SSDSS STPST SURSR SVKSK
  SVNSI SWESE SWZSZ SXMSX SYCSC SYRSY TCATC TCDTD TGOTG THATH TJKTJ TKLTK TKMTM TLSTL TONTO TTOTT TUNTN TURTR TUVTV
  TWNTW TZATZ UGAUG UKRUA UMIUM URYUY USAUS UZBUZ VATVA VCTVC VENVE VGBVG VIRVI VNMVN VUTVU WLFWF WSMWS XKKXK YEMYE
  ZAFZA ZMBZM ZWEZW
`;

const isoCountries = threeLetters
  .trim()
  .split(/\s+/)
  .map((pair) => ({ long: pair.slice(0, 3), code: pair.slice(3) }));

/** The codes of all countries, of two letters. */
export const countryCodes: readonly string[] = isoCountries.map(({ code }) => code);

/** Without accents, capitals and marks between words; umlauts are also written with an e. */
const plain = (name: string): string =>
  name
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/ß/g, 'ss')
    .replace(/ø/g, 'o')
    .replace(/([aou])e/g, '$1')
    .replace(/[^\p{L}\p{N}\p{Sc}]+/gu, ' ')
    .trim();

const known = new Map<Named, ReadonlyMap<string, string>>();

/** By name, made when it is first asked for: most exports have codes. */
function codesByName(of: Named): ReadonlyMap<string, string> {
  const before = known.get(of);
  if (before !== undefined) return before;
  const names = new Map(Object.entries(otherNames[of]).map(([name, code]) => [plain(name), code]));
  const name = (name: string | undefined, code: string) => {
    const words = plain(name ?? '');
    if (words !== '' && !names.has(words)) names.set(words, code);
  };
  if (of === 'country') for (const { long, code } of isoCountries) name(long, code);
  const all = codes[of]();
  for (const language of languages) {
    const named = new Intl.DisplayNames(language, { type: of === 'country' ? 'region' : of, fallback: 'none' });
    for (const code of all) name(named.of(code), code);
  }
  known.set(of, names);
  return names;
}

/** The code that a text means; undefined where it is no name that is known. A code itself is none. */
export const codeOfName = (text: string, of: Named): string | undefined => codesByName(of).get(plain(text));
