import {
  catalogueChoiceRoutes,
  catererRoutes,
  committeeTypeRoutes,
  participantTypeRoutes,
  productOptionRoutes,
  productRoutes,
  speakerRoutes,
} from '@shiloh/contract/catalogue'
import type { Permission } from '@shiloh/contract/permissions'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestAccount, type TestApp, testApp } from '../../../test/harness.ts'

let app: TestApp
let admin: TestAccount

const permissions: Permission[] = (
  ['speakers', 'caterers', 'products', 'product_options', 'participant_types', 'committee_types'] as const
).flatMap((resource) =>
  (['read', 'create', 'update', 'delete', 'export', 'import'] as const).map(
    (action) => `${resource}.${action}` as const,
  ),
)

beforeAll(async () => {
  app = await testApp()
  admin = await app.account({ type: 'admin', permissions })
})
afterAll(() => app.close())

const file = (text: string) => [{ field: 'file', name: 'list.csv', bytes: Buffer.from(text) }]

describe('types', () => {
  it('are two lists that do not mix', async () => {
    const delegate = await app.call(participantTypeRoutes.create, { as: admin, body: { name: '  Delegate ' } })
    expect(delegate).toMatchObject({ status: 201, data: { name: 'Delegate', description: '' } })
    await app.call(committeeTypeRoutes.create, { as: admin, body: { name: 'Ushering', description: 'At the doors' } })
    const types = await app.call(participantTypeRoutes.list, { as: admin, query: { sort: '-created_at' } })
    expect(types.data.map(({ name }) => name)).toEqual(['Delegate'])
    const twice = await app.call(participantTypeRoutes.create, { as: admin, body: { name: 'Delegate' } })
    expect(twice).toMatchObject({ status: 409, code: 'duplicate' })
    const cleared = await app.call(committeeTypeRoutes.update, {
      as: admin,
      params: { id: (await app.call(committeeTypeRoutes.query, { as: admin })).data[0]?._id ?? '' },
      body: { description: null },
    })
    expect(cleared.data).toMatchObject({ name: 'Ushering', description: '' })
  })

  it('are told in the language of their reader, found by each name, and refuse other fields', async () => {
    const { data: type } = await app.call(participantTypeRoutes.create, {
      as: admin,
      body: { name: 'Youth', translations: { de: { name: 'Jugend', description: '' }, fr: {} } },
    })
    expect(type).toMatchObject({ name: 'Youth', translations: { de: { name: 'Jugend' } } })
    const namesIn = async (language: string) => {
      const { data } = await app.call(catalogueChoiceRoutes.participantTypes, {
        as: admin,
        headers: { 'accept-language': language },
      })
      return data.map(({ name }) => name)
    }
    expect(await namesIn('de')).toContain('Jugend')
    expect(await namesIn('fr')).toContain('Youth')
    const found = await app.call(participantTypeRoutes.list, { as: admin, query: { search: 'jugend' } })
    expect(found.data.map(({ name }) => name)).toEqual(['Youth'])
    const other = await app.call(participantTypeRoutes.update, {
      as: admin,
      params: { id: type._id },
      // A field that there is not.
      body: { translations: { de: { title: 'Jugend' } } },
    })
    expect(other.status).toBe(422)
    // What is not sent stays.
    const renamed = await app.call(participantTypeRoutes.update, {
      as: admin,
      params: { id: type._id },
      body: { name: 'Young people' },
    })
    expect(renamed.data).toMatchObject({ name: 'Young people', translations: { de: { name: 'Jugend' } } })
    const shape = sql`update participant_types set translations = '{"de": {"name": 1}}'`.execute(app.app.deps.db)
    await expect(shape).rejects.toThrow('translated')
    await app.call(participantTypeRoutes.remove, { as: admin, params: { id: type._id } })
  })

  it('come from a file, and go into one', async () => {
    const text = 'name,description\nVisitor,Comes and goes\n,No name\nVisitor,Stays'
    const report = await app.call(participantTypeRoutes.import, { as: admin, files: file(text) })
    expect(report.data).toMatchObject({ total: 3, refused: 2 })
    expect(report.data.errors).toMatchObject([
      { row: 3, field: 'name', code: 'required' },
      { row: 4, field: 'name', code: 'twice', message: 'An earlier row of this file has the same.' },
    ])
    const exported = await app.call(participantTypeRoutes.export, { as: admin, query: { search: 'visit' } })
    expect(exported.raw.toString()).toBe('\ufeffname,description\r\nVisitor,Comes and goes\r\n')
  })

  it('are choices for anybody signed in', async () => {
    const user = await app.account()
    const all = await app.call(catalogueChoiceRoutes.participantTypes, { as: user })
    expect(all.data.map(({ name }) => name)).toContain('Delegate')
    const none = await app.call(catalogueChoiceRoutes.participantTypes, {
      as: user,
      query: { event_id: 'a'.repeat(24) },
    })
    expect(none.data).toEqual([])
  })
})

describe('speakers', () => {
  it('have a photograph that is one, or none', async () => {
    const { data } = await app.call(speakerRoutes.create, {
      as: admin,
      body: { name: 'Kwame Asare', honorific: 'Apostle' },
    })
    expect(data).toMatchObject({ picture_url: null, events: 0 })
    const bytes = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#a14b31' } })
      .jpeg()
      .toBuffer()
    const set = await app.call(speakerRoutes.setPicture, {
      as: admin,
      params: { id: data._id },
      files: [{ field: 'picture', name: '../../me.jpg', bytes }],
    })
    expect(set.data.picture_url).toMatch(/^\/api\/v1\/files\/[0-9a-f]{24}$/)
    const text = await app.call(speakerRoutes.setPicture, {
      as: admin,
      params: { id: data._id },
      files: [{ field: 'picture', name: 'me.jpg', bytes: Buffer.from('<svg onload="alert(1)"/>') }],
    })
    expect(text).toMatchObject({ status: 422, errors: [{ field: 'picture', code: 'image' }] })
    const removed = await app.call(speakerRoutes.setPicture, { as: admin, params: { id: data._id }, files: [] })
    expect(removed.data.picture_url).toBeNull()
    expect((await app.call(speakerRoutes.query, { as: admin })).data).toEqual([
      { _id: data._id, name: 'Apostle Kwame Asare' },
    ])
  })
})

describe('caterers', () => {
  it('belong to vendors only', async () => {
    const vendor = await app.account({ type: 'vendor' })
    const user = await app.account()
    const wrong = await app.call(catererRoutes.create, { as: admin, body: { name: 'Grace', vendor_id: user.id } })
    expect(wrong).toMatchObject({ status: 422, errors: [{ field: 'vendor_id', code: 'not_found' }] })
    const right = await app.call(catererRoutes.create, { as: admin, body: { name: 'Grace', vendor_id: vendor.id } })
    expect(right.data.vendor).toContain('Ama Mensah')
    const theirs = await app.call(catererRoutes.list, { as: admin, query: { vendor_id: vendor.id } })
    expect(theirs.meta.total).toBe(1)
  })
})

describe('products', () => {
  it('name products and options each other in the language of the reader', async () => {
    const { data: cup } = await app.call(productRoutes.create, {
      as: admin,
      body: { name: 'Cup', translations: { de: { name: 'Becher' } } },
    })
    const { data: large } = await app.call(productOptionRoutes.create, {
      as: admin,
      body: { product_id: cup._id, name: 'Large', translations: { de: { name: 'Groß' } } },
    })
    const german = { as: admin, headers: { 'accept-language': 'de' } }
    const query = { search: 'becher' }
    const products = await app.call(productRoutes.list, { ...german, query })
    const options = await app.call(productOptionRoutes.list, { ...german, query })
    expect([products.data[0]?.options, options.data[0]?.product]).toEqual([
      [{ _id: large._id, name: 'Groß' }],
      'Becher',
    ])
    const product = await app.call(productRoutes.get, { ...german, params: { id: cup._id } })
    const option = await app.call(productOptionRoutes.get, { ...german, params: { id: large._id } })
    // What is edited is the church's own text.
    expect(product.data).toMatchObject({ name: 'Cup', options: [{ name: 'Groß' }] })
    expect(option.data).toMatchObject({ name: 'Large', product: 'Becher' })
    // A file can be imported again.
    const exported = await app.call(productOptionRoutes.export, { ...german, query })
    expect(exported.raw.toString()).toContain('Cup;Large')
  })

  it('show their options and are kept while they have some', async () => {
    const shirt = await app.call(productRoutes.create, { as: admin, body: { name: 'Conference cloth' } })
    await app.call(productOptionRoutes.create, { as: admin, body: { product_id: shirt.data._id, name: '6 yards' } })
    const imported = await app.call(productOptionRoutes.import, {
      as: admin,
      files: file('product;name\nconference cloth;12 yards\nNo such thing;1'),
    })
    expect(imported.data).toMatchObject({ created: 1, refused: 1, errors: [{ row: 3, field: 'product' }] })
    const found = await app.call(productRoutes.get, { as: admin, params: { id: shirt.data._id } })
    expect(found.data.options.map(({ name }) => name)).toEqual(['6 yards', '12 yards'])
    expect((await app.call(productRoutes.remove, { as: admin, params: { id: shirt.data._id } })).code).toBe('in_use')
  })

  it('keep hostile text as text', async () => {
    const name = `'); drop table products; -- <script>alert(1)</script> =1+1`
    const made = await app.call(productRoutes.create, { as: admin, body: { name: `=${name}` } })
    expect(made.data.name).toBe(`=${name}`)
    const exported = await app.call(productRoutes.export, { as: admin, query: { search: '<script' } })
    // No part of it is a formula, with this delimiter or another one.
    expect(exported.raw.toString()).toContain(`'=${name.replace('; --', "; '--")}`)
  })
})
