const STYLE_ELEMENT = /<style[^>]*>([\s\S]*?)<\/style>/g
const STYLE_ATTRIBUTE = / style="([^"]*)"/g

/** A button or link that waits for the app, and the sentence for a browser that never runs it. */
export const BUSY = `[aria-busy=true]{opacity:.6}
[data-needs-script]{margin:0;padding:14px 20px;border-bottom:1px solid var(--warn-line);background:var(--warn-soft);color:var(--warn);font-size:15px;line-height:21px}
@media (scripting:none){[data-slow]{display:none}}`

/** Says that the page needs scripts, to a browser that runs none. Stands before the page. */
export const withoutScripts = (sentence: string): string => `<noscript><p data-needs-script>${sentence}</p></noscript>`

/** The values of style attributes are escaped as any attribute is. */
const plain = (value: string): string =>
  value
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')

/** Moves the styles of a markup to a text of their own: the policy of the page forbids style attributes. */
export const withoutStyles = (markup: string): { readonly html: string; readonly css: string } => {
  const css: string[] = []
  const bare = markup.replace(STYLE_ELEMENT, (_, rules: string) => {
    css.push(rules)
    return ''
  })
  const places = new Map<string, number>()
  const html = bare.replace(STYLE_ATTRIBUTE, (_, value: string) => {
    const place = places.get(value) ?? places.size
    places.set(value, place)
    return ` data-s="${place}"`
  })
  for (const [value, place] of places) css.push(`#root [data-s="${place}"]{${plain(value)}}`)
  return { html, css: css.join('\n') }
}
