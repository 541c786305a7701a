import { contentRoutes as routes } from '@shiloh/contract/content'
import sharp from 'sharp'
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

test('questions that join a subject area at once get a place each', async () => {
  const made = await Promise.all(
    Array.from({ length: 6 }, (_, index) =>
      app.call(routes.createFaq, {
        as: editor,
        body: { category: 'at once', question: `Question ${index}?`, answer: 'So.' },
      }),
    ),
  )
  expect(made.map(({ data }) => data.position).sort()).toEqual([0, 1, 2, 3, 4, 5])
})

test('blogs: a draft is nobody’s to read, a published post is commented on and moderated', async () => {
  const reader = await app.account()
  const made = await app.call(routes.createBlog, {
    as: editor,
    body: { title: 'Ɛsi goes to camp', body: 'First.\n\nSecond.', comment_mode: 'open' },
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

test('texts in four languages: the reader’s, or the original where a translation is missing', async () => {
  const faq = await app.call(routes.createFaq, {
    as: editor,
    body: {
      category: 'languages',
      question: 'When?',
      answer: 'At nine.',
      translations: { de: { question: 'Wann?', answer: '' }, fr: { answer: 'À neuf heures.' } },
    },
  })
  const read = async (language: string) => {
    const { data } = await app.call(routes.getPublicFaq, {
      params: { id: faq.data._id },
      headers: { 'accept-language': language },
    })
    return [data.question, data.answer, data.language]
  }
  expect([await read('de'), await read('fr'), await read('pt')]).toEqual([
    ['Wann?', 'At nine.', 'de'],
    ['When?', 'À neuf heures.', 'en'],
    ['When?', 'At nine.', 'en'],
  ])
  const other = await app.call(routes.createFaq, {
    as: editor,
    body: { category: 'languages', question: 'Where?', answer: 'Here.' },
  })
  expect(other.data.position).toBe(1)
  const ids = [other.data._id, faq.data._id]
  for (const wrong of [ids.slice(1), [...ids, faq.data._id], [faq.data._id, faq.data._id], ['f'.repeat(24)]])
    expect(await app.call(routes.orderFaqs, { as: editor, body: { ids: wrong } })).toMatchObject({
      status: 422,
      errors: [{ field: 'ids', code: 'invalid' }],
    })
  await app.call(routes.orderFaqs, { as: editor, body: { ids } })
  const listed = async () =>
    (await app.call(routes.listPublicFaqs, { query: { category: 'languages' } })).data.map(({ _id }) => _id)
  expect(await listed()).toEqual(ids)
  await app.call(routes.updateFaq, { as: editor, params: { id: other.data._id }, body: { published: false } })
  expect(await listed()).toEqual([faq.data._id])
  expect((await app.call(routes.getPublicFaq, { params: { id: other.data._id } })).status).toBe(404)

  const post = await app.call(routes.createBlog, {
    as: editor,
    body: { title: 'Camp', body: 'Come.', translations: { de: { title: 'Lager', body: 'Kommt.' } } },
  })
  const params = { id: post.data._id }
  await app.call(routes.publishBlog, { as: editor, params, body: {} })
  const reader = await app.account({ columns: { language: 'de' } })
  expect(
    (await app.call(routes.getPost, { as: reader, params, headers: { 'accept-language': '' } })).data,
  ).toMatchObject({
    title: 'Lager',
    language: 'de',
    body_html: '<p>Kommt.</p>',
    body_language: 'de',
  })
  const version = post.data.version
  const save = (title: string) =>
    app.call(routes.updateBlog, { as: editor, params, body: { title, version: version + 1 } })
  expect((await save('Camp I')).data.title).toBe('Camp I')
  expect((await save('Camp II')).code).toBe('edit_conflict')
})

test('a formatted text is harmless, has our pictures only, and is previewed without being stored', async () => {
  const bytes = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#a33' } })
    .png()
    .toBuffer()
  const files = [{ field: 'picture', name: 'hall.png', bytes, mime: 'image/png' }]
  // Before the post is saved for the first time.
  const { data: picture } = await app.call(routes.addFreshPicture, { as: editor, files })
  expect(picture.url).toMatch(/^\/api\/v1\/files\/[0-9a-f]{24}$/)
  expect((await app.call(routes.addFreshPicture, { as: editor })).errors[0]?.field).toBe('picture')
  const figure = `<figure><img src="${picture.url}" alt="The hall"><figcaption>The hall</figcaption></figure>`
  const body = `<h2>Come</h2><ul><li><p>By <strong>bus</strong></p></li></ul>${figure}<img src="https://evil.example/x.png"><script>x()</script>`
  const shown = `<h2>Come</h2><ul><li><p>By <strong>bus</strong></p></li></ul>${figure.replace('">', '" loading="lazy" />')}`
  const preview = await app.call(routes.previewBody, { as: editor, body: { body } })
  expect(preview.data.html).toBe(shown)
  const made = await app.call(routes.createBlog, {
    as: editor,
    body: { title: 'Formatted', body, translations: { de: { body: '## Komm' } } },
  })
  expect(made.data).toMatchObject({ body, body_html: shown, translations_html: { de: '<h2>Komm</h2>' } })
  const found = async (search: string) =>
    (await app.call(routes.listBlogs, { as: editor, query: { search } })).data.map(({ title }) => title)
  expect([await found('by bus'), await found('figcaption')]).toEqual([['Formatted'], []])
})

test('a post or question keeps no translation into its own language, whatever the church’s is', async () => {
  const both = { de: { title: 'Fest' }, en: { title: 'Feast' } }
  const post = await app.call(routes.createBlog, {
    as: editor,
    body: { title: 'Erntefest', body: 'Kommt.', language: 'de', translations: both },
  })
  expect(post.data).toMatchObject({ title: 'Erntefest', translations: { en: { title: 'Feast' } } })
  expect(post.data.translations).not.toHaveProperty('de')
  const params = { id: post.data._id }
  const moved = await app.call(routes.updateBlog, { as: editor, params, body: { language: 'en', title: 'Harvest' } })
  expect([moved.data.title, moved.data.translations]).toEqual(['Harvest', {}])
  const faq = await app.call(routes.createFaq, {
    as: editor,
    body: {
      category: 'languages',
      question: 'Wann?',
      answer: 'Um neun.',
      language: 'de',
      translations: { de: { question: 'Wie?' }, fr: { question: 'Quand ?' } },
    },
  })
  expect(faq.data.translations).toEqual({ fr: { question: 'Quand ?' } })
})

test('a scheduled post appears when its time comes, without anything running', async () => {
  const reader = await app.account()
  const { data } = await app.call(routes.createBlog, { as: editor, body: { title: 'Soon', body: 'Wait.' } })
  const params = { id: data._id }
  const at = new Date(app.clock().getTime() + 3_600_000).toISOString()
  const planned = await app.call(routes.publishBlog, { as: editor, params, body: { at } })
  expect(planned.data).toMatchObject({ status: 'scheduled', published_at: at })
  const inList = async () =>
    (await app.call(routes.listPosts, { as: reader })).data.some(({ _id }) => _id === params.id)
  const scheduled = await app.call(routes.listBlogs, { as: editor, query: { status: 'scheduled' } })
  expect([scheduled.data.map(({ _id }) => _id), await inList()]).toEqual([[params.id], false])
  expect((await app.call(routes.getPost, { as: reader, params })).status).toBe(404)
  expect((await app.call(routes.commentOnPost, { as: reader, params, body: { body: 'First' } })).status).toBe(404)
  app.clock.forward(61)
  expect([(await app.call(routes.getPost, { as: reader, params })).status, await inList()]).toEqual([200, true])
  expect((await app.call(routes.publishBlog, { as: editor, params, body: { at } })).code).toBe('illegal_transition')
})

test('what a program posted has no person as its author', async () => {
  const { data } = await app.call(routes.createBlog, { as: editor, body: { title: 'From the website', body: 'News.' } })
  expect(data.author).not.toBeNull()
  await app.database.pool.query(
    `with program as (
       insert into users (id, user_type, status, email, first_name, last_name)
       values ('0123456789abcdef01234567', 'service', 'approved', 'program@token.invalid', 'Website', 'API') returning id)
     update blogs set author_id = program.id from program where blogs.id = $1`,
    [data._id],
  )
  const read = await app.call(routes.getBlog, { as: editor, params: { id: data._id } })
  expect([read.status, read.data.author]).toEqual([200, null])
})

test('a comment waits until it was read; its author sees it, and why it was refused', async () => {
  const [author, other] = [await app.account(), await app.account()]
  const { data } = await app.call(routes.createBlog, { as: editor, body: { title: 'Talk', body: 'Please.' } })
  const params = { id: data._id }
  await app.call(routes.publishBlog, { as: editor, params, body: {} })
  const said = await app.call(routes.commentOnPost, { as: author, params, body: { body: 'Buy my pills' } })
  expect(said.data).toMatchObject({ mine: true, status: 'pending' })
  const seenBy = async (as: TestAccount) =>
    (await app.call(routes.getPost, { as, params })).data.comments.map(({ status, reason }) => [status, reason])
  expect([await seenBy(author), await seenBy(other)]).toEqual([[['pending', '']], []])
  const queue = await app.call(routes.listComments, { as: editor, query: { status: 'pending', search: 'pills' } })
  expect(queue.data[0]).toMatchObject({ blog: { name: 'Talk' }, status: 'pending' })
  const decide = (status: 'approved' | 'rejected', reason?: string) =>
    app.call(routes.decideComment, {
      as: editor,
      params: { ...params, comment_id: said.data._id },
      body: { status, ...(reason && { reason }) },
    })
  // Its author sees the reason, so there is one.
  const bare = await decide('rejected')
  expect([bare.status, bare.errors]).toMatchObject([422, [{ field: 'reason', code: 'required' }]])
  const both = await Promise.all([decide('rejected', 'Advertising'), decide('rejected', 'Advertising')])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  expect([await seenBy(author), await seenBy(other)]).toEqual([[['rejected', 'Advertising']], []])
  expect((await decide('approved')).data.status).toBe('approved')
  expect(await seenBy(other)).toEqual([['approved', '']])
  // An undo asks what was decided: it is too late once somebody decided otherwise.
  const rejectedAgain = await app.call(routes.decideComment, {
    as: editor,
    params: { ...params, comment_id: said.data._id },
    body: { status: 'rejected', reason: 'Advertising', was: 'approved' },
  })
  expect(rejectedAgain.data).toMatchObject({ status: 'rejected', reason: 'Advertising' })
  expect((await decide('approved')).data.status).toBe('approved')
  const back = (was: 'approved' | 'rejected') =>
    app.call(routes.decideComment, {
      as: editor,
      params: { ...params, comment_id: said.data._id },
      body: { status: 'pending', was },
    })
  expect((await back('rejected')).code).toBe('stale')
  expect((await back('approved')).data.status).toBe('pending')
  expect([await seenBy(author), await seenBy(other)]).toEqual([[['pending', '']], []])
  expect((await back('approved')).code).toBe('stale')
  await app.call(routes.updateBlog, { as: editor, params, body: { comment_mode: 'closed' } })
  expect((await app.call(routes.commentOnPost, { as: author, params, body: { body: 'More' } })).code).toBe(
    'illegal_transition',
  )
})
