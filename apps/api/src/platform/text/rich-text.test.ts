import { describe, expect, it } from 'vitest'
import { renderRichText } from './rich-text.ts'

describe('rich text', () => {
  it('makes paragraphs and links of plain text', () =>
    expect(renderRichText('One & two\nthree\n\nSee https://church.example/x?a=1&b=2')).toBe(
      '<p>One &amp; two<br>three</p><p>See <a href="https://church.example/x?a=1&amp;b=2" rel="noopener nofollow">https://church.example/x?a=1&amp;b=2</a></p>',
    ))
  it('keeps harmless formatting', () =>
    expect(renderRichText('<h1>Hi</h1><p>A <b>b</b></p>')).toBe('<h2>Hi</h2><p>A <b>b</b></p>'))
  it.each([
    ['<script>alert(1)</script><p>x</p>', '<p>x</p>'],
    ['<p onclick="x()" style="position:fixed">x</p>', '<p>x</p>'],
    ['<a href="javascript:alert(1)">x</a>', '<a rel="noopener nofollow">x</a>'],
    ['<img src=x onerror=alert(1)>', ''],
    ['<svg><style>@import "//x"</style></svg>', ''],
    ['<p>x</p><figure><img src="//evil.example/x.png"><figcaption>x</figcaption></figure>', '<p>x</p>'],
    ['<p>x</p><figure><img src="" alt=""><figcaption></figcaption></figure>', '<p>x</p>'],
    ['<img src="/api/v1/files/0123456789abcdef01234567/../../x">', ''],
  ])('removes what could act: %s', (text, html) => expect(renderRichText(text)).toBe(html))
  it('makes headings, lists, quotes, bold text and our own pictures of marks', () =>
    expect(
      renderRichText(
        '## Bring\n\n- a **sheet**\n- <3\n\n> Come & see\n\n![The hall](/api/v1/files/0123456789abcdef01234567)\n\n![x](https://evil.example/x.png)',
      ),
    ).toBe(
      '<h2>Bring</h2><ul><li>a <strong>sheet</strong></li><li>&lt;3</li></ul><blockquote>Come &amp; see</blockquote>' +
        '<figure><img src="/api/v1/files/0123456789abcdef01234567" alt="The hall" loading="lazy"><figcaption>The hall</figcaption></figure>' +
        '<p>![x](<a href="https://evil.example/x.png)" rel="noopener nofollow">https://evil.example/x.png)</a></p>',
    ))
  it('keeps our own pictures with their captions', () =>
    expect(
      renderRichText(
        '<p>Look:</p><figure><img src="/api/v1/files/0123456789abcdef01234567" alt="The hall" onload="x()"><figcaption>The hall</figcaption></figure>' +
          '<figure><img src="/api/v1/files/0123456789abcdef01234567" alt=""><figcaption></figcaption></figure>',
      ),
    ).toBe(
      '<p>Look:</p><figure><img src="/api/v1/files/0123456789abcdef01234567" alt="The hall" loading="lazy" /><figcaption>The hall</figcaption></figure>' +
        '<figure><img src="/api/v1/files/0123456789abcdef01234567" alt="" loading="lazy" /></figure>',
    ))
  it('is empty for an empty text', () => expect(renderRichText('  \n ')).toBe(''))
})
