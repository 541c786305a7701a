/** Endings of addresses that people are sent to; after a dot, and not part of a longer word. */
const ENDINGS =
  'com|net|org|info|biz|shop|store|online|site|website|club|link|click|live|life|world|today|news|blog|app|dev|page|xyz|top|win|vip|icu|buzz|work|space|fun|cyou|rest|monster|quest|mobi|pro|tech|io|ai|me|tv|cc|ws|to|ly|gl|gd|gg|ru|su|cn|tk|ml|ga|cf|gq|gh|ng|uk|de|fr|pt|br|us|eu|ci|tg|bj|za|ke'

/** Titles that are written without a space before the name: "Ps.Kofi" names nobody's server. */
const TITLES =
  '(?<!(?:^|\\s)(?:ps|rev|dr|mr|mrs|ms|miss|prof|eld|elder|apst|apostle|ap|dea|deac|dcns|hon|capt|ev|st|sr|jr))'

/**
 * What sends anyone who reads it somewhere: a protocol, an at sign, the name of a server, a number to call. It looks back from the dot
 * of a server's name: to begin at each letter before it would take a time that grows with the square of the text.
 */
const ADDRESS = new RegExp(
  `@|https?:|\\bwww\\b|\\/\\/|(?<=[\\p{L}\\p{N}-]{2})${TITLES}\\s?[.。]\\s?(?:${ENDINGS})(?![\\p{L}\\p{N}])|\\.\\p{L}{2,}\\/|\\p{N}[\\p{N} ().-]{4,}\\p{N}`,
  'iu',
)
/** What no name is written with, and messages to strangers are. */
const MARKS = /[!?<>{}[\]|\\^~=+*#$%€£¥:;"_]/u

/**
 * Whether a text can be the name of a person: in letters of any language, with apostrophes, hyphens, dots, numbers of
 * generations. It is written into mails to people who did not ask for them, so it must not lead anywhere.
 */
export const isPersonName = (text: string): boolean =>
  /\p{L}/u.test(text) && !MARKS.test(text) && !ADDRESS.test(text.normalize('NFKC'))
