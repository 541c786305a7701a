import { contentRoutes as routes } from '@shiloh/contract/content'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestAccount, type TestApp, testApp } from '../../../test/harness.ts'

let app: TestApp
let editor: TestAccount

beforeAll(async () => {
  app = await testApp()
  editor = await app.account({
    type: 'admin',
    permissions: [
      'blogs.read',
      'blogs.create',
      'blogs.update',
      'blogs.delete',
      'blogs.publish',
      'blogs.moderate',
      'faqs.read',
      'faqs.create',
      'faqs.update',
      'faqs.delete',
    ],
  })
})
afterAll(() => app.close())

test('FAQs: in order, searchable, harmless', async () => {
  const make = (question: string, position: number) =>
    app.call(routes.createFaq, {
      as: editor,
      body: {
        category: 'payment',
        question,
        answer: 'See <a href="javascript:alert(1)">here</a><script>x</script>',
        position,
      },
    })
  const [second, first] = [await make('Can I pay in parts?', 2), await make('Can I pay by phone?', 1)]
  const list = await app.call(routes.listPublicFaqs, { query: { category: 'payment' } })
  expect(list.data.map(({ _id }) => _id)).toEqual([first.data._id, second.data._id])
  expect(list.data[0]?.answer_html).not.toMatch(/script/)
  expect(list.headers['etag']).toBeTruthy()
  expect((await app.call(routes.listPublicFaqs, { query: { search: 'PARTS' } })).data).toHaveLength(1)
  const changed = await app.call(routes.updateFaq, {
    as: editor,
    params: { id: first.data._id },
    body: { position: 9 },
  })
  expect(changed.data).toMatchObject({ position: 9, question: 'Can I pay by phone?' })
  expect((await app.call(routes.removeFaq, { as: editor, params: { id: first.data._id } })).status).toBe(200)
  expect((await app.call(routes.getPublicFaq, { params: { id: first.data._id } })).status).toBe(404)
})

test('blogs: a draft is nobody’s to read, a published post is commented on and moderated', async () => {
  const reader = await app.account()
  const made = await app.call(routes.createBlog, {
    as: editor,
    body: { title: 'Ɛsi goes to camp', body: 'First.\n\nSecond.' },
  })
  expect(made.data).toMatchObject({ slug: 'esi-goes-to-camp', status: 'draft', published_at: null })
  const twin = await app.call(routes.createBlog, { as: editor, body: { title: 'Ɛsi goes to camp', body: 'Again.' } })
  expect(twin.data.slug).toBe('esi-goes-to-camp-2')
  const taken = await app.call(routes.updateBlog, {
    as: editor,
    params: { id: twin.data._id },
    body: { slug: 'esi-goes-to-camp' },
  })
  expect([taken.code, taken.errors[0]?.field]).toEqual(['duplicate', 'slug'])
  expect((await app.call(routes.getPost, { as: reader, params: { id: made.data._id } })).status).toBe(404)
  expect(
    (await app.call(routes.commentOnPost, { as: reader, params: { id: made.data._id }, body: { body: 'Hm' } })).status,
  ).toBe(404)
  const params = { id: made.data._id }
  expect((await app.call(routes.publishBlog, { as: editor, params })).data.status).toBe('published')
  expect((await app.call(routes.publishBlog, { as: editor, params })).code).toBe('illegal_transition')
  for (const id of [made.data._id, 'esi-goes-to-camp'])
    expect((await app.call(routes.getPost, { as: reader, params: { id } })).data.body_html).toBe(
      '<p>First.</p><p>Second.</p>',
    )
  const comment = await app.call(routes.commentOnPost, {
    as: reader,
    params: { id: 'esi-goes-to-camp' },
    body: { body: '<b>Amen</b>' },
  })
  expect(comment.data).toMatchObject({ mine: true, body: '<b>Amen</b>' })
  expect((await app.call(routes.listPosts, { as: reader })).data[0]?.comments).toBe(1)
  expect((await app.call(routes.recentPosts, { as: reader })).data).toHaveLength(1)
  const takeDown = () =>
    app.call(routes.removeComment, { as: editor, params: { id: made.data._id, comment_id: comment.data._id } })
  expect((await takeDown()).status).toBe(200)
  expect((await takeDown()).status).toBe(404)
  expect((await app.call(routes.getPost, { as: reader, params })).data.comments).toEqual([])
  expect((await app.call(routes.getBlog, { as: editor, params })).data.comments[0]?.hidden).toBe(true)
})
