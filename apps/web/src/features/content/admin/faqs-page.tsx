import { ActionIcon, Button, Checkbox, Switch } from '@mantine/core'
import { contentRoutes, type EditedFaq, FAQ_CATEGORIES } from '@shiloh/contract/content'
import { inLanguage } from '@shiloh/contract/text/translations'
import { IconArrowDown, IconArrowUp, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useCan } from '#platform/account'
import { call } from '#platform/api'
import { useLanguage, useT } from '#platform/i18n'
import { queryOf, useAct } from '#platform/queries'
import { LinkButton } from '#ui/base/link-button'
import { Heading } from '#ui/base/values'
import { toastDone } from '#ui/feedback/toast'
import { LanguageStates } from '#ui/form/languages/language-states'
import { useAskedAct } from '#ui/list/asked-act'
import { BulkActs, type Selection, useSelection } from '#ui/list/bulk-bar'
import { ExportButton, type ExportChoice } from '#ui/list/export-button'
import { useListAddress } from '#ui/list/list-address'
import { MemberList } from '#ui/list/member-list'
import { SearchField } from '#ui/list/search-field'
import { PageHeader } from '#ui/shell/page-header'
import { downloadAsked } from '../../../ui/feedback/download.ts'
import { texts as lists } from '../../../ui/list/list-texts.ts'
import { useCategoryName } from '../../support/index.ts'
import classes from './content.module.css'
import { editMany } from './edit-faqs.ts'
import { texts } from './texts.ts'

const stale = [contentRoutes.listFaqs, contentRoutes.listPublicFaqs] as const
/** All of them on one page, because their order is set here. */
const ALL = 500

const byCategory = (faqs: readonly EditedFaq[]): [string, EditedFaq[]][] => {
  const groups = new Map<string, EditedFaq[]>()
  for (const faq of faqs) groups.set(faq.category, [...(groups.get(faq.category) ?? []), faq])
  return [...groups]
}

interface CategoryProps {
  faqs: readonly EditedFaq[]
  canMove: boolean
  selection: Selection
}

function Category({ faqs, canMove, selection }: CategoryProps) {
  const t = useT(texts)
  const say = useT(lists)
  const can = useCan()
  const language = useLanguage()
  const order = useAct(contentRoutes.orderFaqs, stale)
  const change = useAct(contentRoutes.updateFaq, stale)
  const mayChange = can('faqs.update')
  const move = (from: number, by: 1 | -1) => {
    const ids = faqs.map(({ _id }) => _id)
    const before = [...ids]
    const [moved] = ids.splice(from, 1)
    if (moved === undefined) return
    ids.splice(from + by, 0, moved)
    const undo = { label: t('undo'), act: () => order.mutate({ body: { ids: before } }) }
    order.mutate({ body: { ids } }, { onSuccess: () => toastDone({ message: t('faq_moved'), undo }) })
  }
  const publish = (id: string, published: boolean) => {
    const to = (value: boolean) => ({ params: { id }, body: { published: value } })
    const undo = { label: t('undo'), act: () => change.mutate(to(!published)) }
    change.mutate(to(published), {
      onSuccess: () => toastDone({ message: t(published ? 'faq_published' : 'faq_unpublished'), undo }),
    })
  }
  return (
    <ul className={classes.faqs}>
      {faqs.map((faq, i) => {
        const { question } = inLanguage(faq, language)
        return (
          <li key={faq._id}>
            <span className={classes.moves}>
              {mayChange ? (
                <Checkbox
                  size="xs"
                  checked={selection.isSelected(faq._id)}
                  onChange={() => selection.toggle(faq._id)}
                  aria-label={say('select_row', { name: question })}
                />
              ) : null}
              <ActionIcon
                size={32}
                disabled={!mayChange || !canMove || i === 0 || order.isPending}
                aria-label={t('up', { name: question })}
                onClick={() => move(i, -1)}
              >
                <IconArrowUp size={16} />
              </ActionIcon>
              <ActionIcon
                size={32}
                disabled={!mayChange || !canMove || i === faqs.length - 1 || order.isPending}
                aria-label={t('down', { name: question })}
                onClick={() => move(i, 1)}
              >
                <IconArrowDown size={16} />
              </ActionIcon>
            </span>
            <Link to="/admin/faqs/$id" params={{ id: faq._id }}>
              {question}
            </Link>
            <span className={classes.states}>
              <LanguageStates
                fields={['question', 'answer']}
                original={faq.language}
                all={{ ...faq.translations, [faq.language]: { question: faq.question, answer: faq.answer } }}
              />
              <Switch
                size="sm"
                label={t('is_published')}
                checked={faq.published}
                disabled={!mayChange || change.isPending}
                onChange={({ currentTarget }) => publish(faq._id, currentTarget.checked)}
              />
            </span>
          </li>
        )
      })}
    </ul>
  )
}

/** `/admin/faqs`: frequent questions by category, in the order in which members read them. */
export function FaqsPage() {
  const t = useT(texts)
  const can = useCan()
  const categoryName = useCategoryName()
  const { search, change } = useListAddress([])
  const filter = search ? { search } : {}
  const selection = useSelection(filter)
  const { ask, dialog } = useAskedAct()
  const list = useQuery(queryOf(contentRoutes.listFaqs, { query: { page_size: ALL, ...filter } }))
  const categories = [...new Set([...FAQ_CATEGORIES, ...(list.data?.items ?? []).map(({ category }) => category)])]
  const actions = [editMany(categories.map((value) => ({ value, label: () => categoryName(value) })))]
  const download = ({ shownOnly: _, ...wishes }: ExportChoice) =>
    downloadAsked(call(contentRoutes.exportFaqs, { query: { ...filter, ...wishes } }))
  const add = can('faqs.create') ? (
    <LinkButton to="/admin/faqs/$id" params={{ id: 'new' }} leftSection={<IconPlus size={18} aria-hidden />}>
      {t('add_faq')}
    </LinkButton>
  ) : null
  return (
    <>
      <PageHeader
        breadcrumbs={false}
        compact
        title={t('faqs')}
        note={list.data ? t('count', { count: list.data.meta.total }) : undefined}
        actions={
          <>
            {list.data?.meta.total ? <ExportButton ways={undefined} hasColumns={false} onExport={download} /> : null}
            {add}
          </>
        }
      />
      <div className={classes.search}>
        <SearchField label={t('search')} words={search} onSearch={(words) => change({ search: words })} />
      </div>
      <MemberList
        query={list}
        skeleton={{ rows: 8, phone: 64, desktop: 48 }}
        empty={
          search
            ? {
                title: t('none_found', { search }),
                action: (
                  <Button variant="default" onClick={() => change({ search: undefined })}>
                    {t('show_all')}
                  </Button>
                ),
              }
            : { title: t('no_faqs'), hint: t('no_faqs_hint'), action: add }
        }
      >
        {(faqs) => (
          <div className={classes.listed}>
            {/* It is seen below the rows, and read before them. */}
            {can('faqs.update') ? (
              <div className={classes.many}>
                <BulkActs
                  selection={selection}
                  chosen={faqs.filter(({ _id }) => selection.isSelected(_id))}
                  actions={actions}
                  total={faqs.length}
                  filter={filter}
                  onAsk={ask}
                />
              </div>
            ) : null}
            {byCategory(faqs).map(([category, group]) => (
              <section key={category} className={classes.category}>
                <Heading level={2}>{categoryName(category)}</Heading>
                <Category faqs={group} canMove={search === ''} selection={selection} />
              </section>
            ))}
          </div>
        )}
      </MemberList>
      {dialog}
    </>
  )
}
