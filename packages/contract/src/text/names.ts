/** Endings of well-known domains: after a dot, and not part of a longer word. */
const ENDINGS =
  'com|net|org|info|biz|shop|store|online|site|website|club|link|click|live|life|world|today|news|blog|app|dev|page|xyz|top|win|vip|icu|buzz|work|space|fun|cyou|rest|monster|quest|mobi|pro|tech|io|ai|me|tv|cc|ws|to|ly|gl|gd|gg|ru|su|cn|tk|ml|ga|cf|gq|gh|ng|uk|de|fr|pt|br|us|eu|ci|tg|bj|za|ke'

/** Titles that can be written without a space before the name: "Ps.Kofi" is not a domain. */
const TITLES =
  '(?<!(?:^|\\s)(?:ps|rev|dr|mr|mrs|ms|miss|prof|eld|elder|apst|apostle|ap|dea|deac|dcns|hon|capt|ev|st|sr|jr))'

/**
 * Anything that leads a reader somewhere: a protocol, an at sign, a domain, a phone number. The expression looks back
 * from the dot of a domain. Starting at every letter before it would take quadratic time.
 */
const ADDRESS = new RegExp(
  `@|https?:|\\bwww\\b|\\/\\/|(?<=[\\p{L}\\p{N}-]{2})${TITLES}\\s?[.。]\\s?(?:${ENDINGS})(?![\\p{L}\\p{N}])|\\.\\p{L}{2,}\\/|\\p{N}[\\p{N} ().-]{4,}\\p{N}`,
  'iu',
)
/** Characters that occur in messages to strangers but not in names. */
const MARKS = /[!?<>{}[\]|\\^~=+*#$%€£¥:;"_]/u

/**
 * Returns whether a text can be a person's name: letters of any language, apostrophes, hyphens, dots, generation
 * numbers. It is written into mails to people who did not ask for them, so it must not lead anywhere.
 */
export const isPersonName = (text: string): boolean =>
  /\p{L}/u.test(text) && !MARKS.test(text) && !ADDRESS.test(text.normalize('NFKC'))
