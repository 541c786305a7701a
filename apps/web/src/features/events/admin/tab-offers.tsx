import { Button, Group } from '@mantine/core'
import { catererRoutes, productOptionRoutes, speakerRoutes } from '@shiloh/contract/catalogue'
import type { AdminEvent } from '@shiloh/contract/events/events'
import { useWatch } from 'react-hook-form'
import { text, useT } from '#platform/i18n'
import { translated } from '../../../ui/form/languages/translated.ts'
import { RowList } from './row-list.tsx'
import { Section } from './section.tsx'
import { SittingsBlock } from './sittings-block.tsx'
import type { Tab } from './tabs.ts'
import { texts } from './texts.ts'
import type { EventInput } from './values.ts'

interface TabProps {
  event: AdminEvent | undefined
}

/** The caterers to choose from, and when they serve. */
export function MealsTab({ event, onTab }: TabProps & { onTab: (tab: Tab) => void }) {
  const t = useT(texts)
  const [currency = '', rows] = useWatch<EventInput, ['currency', 'caterers']>({ name: ['currency', 'caterers'] })
  const names = event?.caterers.map(({ caterer_id, name }) => ({ _id: caterer_id, name }))
  return (
    <>
      <Section title={t('caterers')} hint={t('caterers_hint')} wide>
        <RowList
          name="caterers"
          rowName={t('caterer')}
          add={t('add_caterer')}
          heads="first"
          empty={t('no_caterers')}
          fresh={() => ({ caterer_id: '', price_per_day: 0, days: null, covers: null, note: '' })}
          fields={() => [
            {
              kind: 'pick',
              name: 'caterer_id',
              span: 8,
              label: text(texts, 'caterer'),
              route: catererRoutes.query,
              required: true,
              ...(names && { picked: names }),
            },
            {
              kind: 'money',
              name: 'price_per_day',
              span: 5,
              label: text(texts, 'price_per_day'),
              currency,
              required: true,
            },
            {
              kind: 'number',
              name: 'days',
              span: 4,
              label: text(texts, 'days'),
              min: 1,
              max: 60,
              placeholder: text(texts, 'all_days'),
            },
            {
              kind: 'number',
              name: 'covers',
              span: 3,
              label: text(texts, 'covers'),
              min: 0,
              placeholder: text(texts, 'no_limit'),
            },
          ]}
          note={(index) => {
            const claimed = event?.caterers.find((one) => one.caterer_id === rows?.[index]?.caterer_id)?.claimed
            return claimed ? t('taken_hint', { claimed }) : null
          }}
          more={{
            label: t('note'),
            summary: (index) => rows?.[index]?.note || '–',
            fields: () => [
              { kind: 'text', name: 'note', label: text(texts, 'note') },
              translated({ name: 'note', label: text(texts, 'note'), max: 300 }),
            ],
          }}
        />
      </Section>
      {(rows ?? []).some(({ caterer_id }) => caterer_id) ? (
        <Section title={t('sittings')} hint={t('sittings_where')} wide>
          <SittingsBlock event={event} />
          <Group>
            <Button variant="subtle" onClick={() => onTab('check_in')}>
              {t('sittings_see')}
            </Button>
          </Group>
        </Section>
      ) : null}
    </>
  )
}

/** The products to order. */
export function ProductsTab({ event }: TabProps) {
  const t = useT(texts)
  const [currency = '', rows] = useWatch<EventInput, ['currency', 'products']>({ name: ['currency', 'products'] })
  const names = event?.products.map(({ product_option_id, product, name }) => ({
    _id: product_option_id,
    name: `${product} · ${name}`,
  }))
  return (
    <Section title={t('products')} hint={t('products_hint')} wide>
      <RowList
        name="products"
        rowName={t('product')}
        add={t('add_product')}
        heads="first"
        empty={t('no_products')}
        fresh={() => ({ product_option_id: '', price: 0, stock: null, max_per_reservation: 10 })}
        fields={() => [
          {
            kind: 'pick',
            name: 'product_option_id',
            span: 8,
            label: text(texts, 'product'),
            route: productOptionRoutes.query,
            required: true,
            ...(names && { picked: names }),
          },
          { kind: 'money', name: 'price', span: 5, label: text(texts, 'price'), currency, required: true },
          {
            kind: 'number',
            name: 'stock',
            span: 4,
            label: text(texts, 'stock'),
            min: 0,
            placeholder: text(texts, 'no_limit'),
          },
          {
            kind: 'number',
            name: 'max_per_reservation',
            span: 3,
            label: text(texts, 'max_per_reservation'),
            min: 1,
            max: 100,
          },
        ]}
        note={(index) => {
          const id = rows?.[index]?.product_option_id
          const claimed = event?.products.find((one) => one.product_option_id === id)?.claimed
          return claimed ? t('taken_hint', { claimed }) : null
        }}
      />
    </Section>
  )
}

/** The speakers, in the order of the public page. */
export function SpeakersTab({ event }: TabProps) {
  const t = useT(texts)
  const rows = useWatch<EventInput, 'speakers'>({ name: 'speakers' })
  const names = event?.speakers.map(({ speaker_id, name }) => ({ _id: speaker_id, name }))
  return (
    <Section title={t('speakers')} hint={t('speakers_hint')} wide>
      <RowList
        name="speakers"
        rowName={t('speaker')}
        add={t('add_speaker')}
        heads="first"
        empty={t('no_speakers')}
        fresh={() => ({ speaker_id: '', topic: '' })}
        fields={() => [
          {
            kind: 'pick',
            name: 'speaker_id',
            span: 8,
            label: text(texts, 'speaker'),
            route: speakerRoutes.query,
            required: true,
            ...(names && { picked: names }),
          },
          { kind: 'text', name: 'topic', span: 12, label: text(texts, 'topic') },
        ]}
        more={{
          label: t('languages'),
          summary: (index) => rows?.[index]?.topic || '–',
          fields: () => [translated({ name: 'topic', label: text(texts, 'topic'), max: 200 })],
        }}
      />
    </Section>
  )
}
