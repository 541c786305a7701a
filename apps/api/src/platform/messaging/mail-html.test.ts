import { expect, it } from 'vitest'
import { mailParagraphs } from './mail-html.ts'

const text = 'Bring **a <b>cup</b>**:\n- one\n- https://church.example/bus\n\nhttps://church.example'

it('shows bold words and lists of what the office wrote, and nothing as HTML', () => {
  expect(mailParagraphs({ subject: 'A & B', text, marked: true }).replace(/ style="[^"]*"/g, '')).toBe(
    '<h1>A &amp; B</h1><p>Bring <strong>a &lt;b&gt;cup&lt;/b&gt;</strong>:</p>' +
      '<ul><li>one</li><li><a href="https://church.example/bus">https://church.example/bus</a></li></ul>' +
      '<p><a href="https://church.example">https://church.example</a></p>',
  )
})

it('leaves stars and dashes of other mails as they are', () => {
  expect(mailParagraphs({ subject: 'A', text: '**a**\n- b' })).toContain('**a**<br>- b')
})
