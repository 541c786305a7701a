import { expect, it } from 'vitest'
import { classesIn, readStyles, usedStyles } from './used-styles.ts'

const used = (css: string, html: string) => usedStyles(readStyles(css), classesIn(html))
const html = '<main class="page wide"><a class="link">A</a></main>'

it('keeps the rules whose classes are on the page', () => {
  expect(used('.page{a:b}.other{a:b}.page .other{a:b}.page.wide>a{a:b}', html)).toBe('.page{a:b}.page.wide>a{a:b}')
  expect(used('.other,.page,.link:hover{a:b}', html)).toBe('.page,.link:hover{a:b}')
})

it('keeps rules for elements, attributes and states', () => {
  const css = 'a:hover{a:b}[data-x="{.other}"]{a:b}:root[data-scheme=dark] .page{a:b}.page:not(.other){a:b}'
  expect(used(css, html)).toBe(css)
})

it('looks into blocks, keeps the order of layers, and drops blocks without a rule', () => {
  expect(
    used(
      '@layer base;@media (width>1px){.page{a:b}.other{a:b}}@media print{.other{a:b}}@layer base{.other{a:b}}',
      html,
    ),
  ).toBe('@layer base;@media (width>1px){.page{a:b}}@layer base{}')
})

it('keeps what belongs together, and is not misled by strings and comments', () => {
  const css = '@font-face{src:url("a;b.woff2")}@keyframes x{0%{a:b}to{a:c}}/* } .other{ */.page{content:"}"}'
  expect(used(css, html)).toContain('@font-face{src:url("a;b.woff2")}@keyframes x{0%{a:b}to{a:c}}')
  expect(used(css, html)).toContain('.page{content:"}"}')
})
