import { ActionIcon, Button, Checkbox, Drawer, Popover, VisuallyHidden } from '@mantine/core'
import { useHotkeys, useMediaQuery } from '@mantine/hooks'
import type { DataOf } from '@shiloh/contract/core'
import { initials } from '@shiloh/contract/events/covers'
import { adminEventRoutes } from '@shiloh/contract/events/events'
import { supportRoutes, TICKET_CATEGORIES, TICKET_STATUSES, type TicketStatus } from '@shiloh/contract/support'
import { formatTime } from '@shiloh/contract/text/format'
import { IconCircleCheck, IconFilter, IconListCheck, IconLock } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { useCan } from '#platform/account'
import { call } from '#platform/api'
import { formatDate } from '#platform/dates'
import { useLanguage, useT } from '#platform/i18n'
import { useLive } from '#platform/live'
import { keyOf, queryOf } from '#platform/queries'
import { Segments } from '#ui/base/segments'
import { Heading } from '#ui/base/values'
import { EmptyState } from '#ui/feedback/empty-state'
import { ChoiceSelect } from '#ui/form/choice-select'
import { PickSelect } from '#ui/form/pick-select'
import { useAskedAct } from '#ui/list/asked-act'
import { BulkActs, Everything, type Selection, useSelection } from '#ui/list/bulk-bar'
import { ExportButton } from '#ui/list/export-button'
import { useListAddress } from '#ui/list/list-address'
import { PagedList } from '#ui/list/paged-list'
import { SearchField } from '#ui/list/search-field'
import { useScreenKeys } from '#ui/shell/screen-keys'
import { downloadAsked } from '../../../ui/feedback/download.ts'
import { texts as lists } from '../../../ui/list/list-texts.ts'
import { useCategoryName } from '../parts/words.ts'
import classes from './desk.module.css'
import { editMany } from './edit-tickets.ts'
import { Guest } from './guest.tsx'
import { stale } from './stale.ts'
import { texts } from './texts.ts'
import { TicketPane } from './ticket-pane.tsx'

type Ticket = DataOf<typeof supportRoutes.listTickets>

const FILTERS = ['status', 'whose', 'assignee_id', 'category', 'event_id'] as const
const SHOWN = ['open', 'pending', 'completed', 'all'] as const
type Shown = (typeof SHOWN)[number]
const WHOSE = ['anyone', 'mine', 'nobody'] as const
type Whose = (typeof WHOSE)[number]

const DOWN = new Set(['ArrowDown', 'j'])
const UP = new Set(['ArrowUp', 'k'])

/** Arrow keys, J and K move between the tickets, from the list itself to the first or the last. */
function onRowKey(event: KeyboardEvent<HTMLElement>) {
  const step = DOWN.has(event.key) ? 1 : UP.has(event.key) ? -1 : 0
  if (step === 0 || event.ctrlKey || event.metaKey || event.altKey) return
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-row]')]
  const at = rows.findIndex((row) => row.contains(event.target instanceof Node ? event.target : null))
  const next = rows[at < 0 ? (step > 0 ? 0 : rows.length - 1) : at + step]
  if (!next) return
  next.focus()
  event.preventDefault()
}

const isStatus = (text: string | undefined): text is TicketStatus => TICKET_STATUSES.some((one) => one === text)
const shownOf = (text: string | undefined): Shown => SHOWN.find((one) => one === text) ?? 'open'
const whoseOf = (text: string | undefined): Whose => WHOSE.find((one) => one === text) ?? 'anyone'

/** The time today, else the day. */
function Last({ at }: { at: string }) {
  const language = useLanguage()
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  const day = formatDate(at, language, zone)
  return (
    <time dateTime={at} className="date">
      {day === formatDate(new Date(), language, zone) ? formatTime(at, language, zone) : day}
    </time>
  )
}

/** What the inbox says of a ticket. */
function Summary({ ticket }: { ticket: Ticket }) {
  const t = useT(texts)
  const isClosed = ticket.status === 'completed' || ticket.status === 'archived'
  return (
    <>
      <b>
        {ticket.unread ? <VisuallyHidden>{t('unread')} </VisuallyHidden> : null}
        {ticket.user.name}
      </b>
      <span className={classes.when}>
        <Last at={ticket.updated_at} />
      </span>
      <span className={classes.subject}>{ticket.subject}</span>
      <span className={classes.who}>
        {isClosed ? (
          <IconCircleCheck size={16} stroke={1.75} aria-label={t(ticket.status)} />
        ) : ticket.assignee ? (
          <span title={ticket.assignee.name}>{initials(ticket.assignee.name)}</span>
        ) : (
          <span className={classes.nobody}>{t('nobody')}</span>
        )}
      </span>
      <span className={classes.last}>
        {ticket.last_is_note ? <IconLock size={13} aria-hidden /> : null}
        {ticket.last_is_note
          ? t('last_note')
          : `${ticket.last_from_staff ? `${t('you')}: ` : ''}${ticket.last_message}`}
      </span>
    </>
  )
}

interface RowProps {
  ticket: Ticket
  isOpen: boolean
  /** While tickets are selected, a row is a box to tick. */
  selection: Selection | undefined
}

function Row({ ticket, isOpen, selection }: RowProps) {
  const say = useT(lists)
  const box = useId()
  return (
    <li>
      {selection ? (
        <label htmlFor={box} className={classes.row} data-unread={ticket.unread || undefined}>
          <Checkbox
            id={box}
            size="xs"
            className={classes.check ?? ''}
            data-row
            checked={selection.isSelected(ticket._id)}
            onChange={() => selection.toggle(ticket._id)}
            aria-label={say('select_row', { name: `${ticket.user.name}, ${ticket.subject}` })}
          />
          <Summary ticket={ticket} />
        </label>
      ) : (
        <Link
          to="/admin/support/$id"
          params={{ id: ticket._id }}
          search={(old) => old}
          className={classes.row}
          data-row
          data-unread={ticket.unread || undefined}
          aria-current={isOpen || undefined}
        >
          <Summary ticket={ticket} />
        </Link>
      )}
    </li>
  )
}

interface MoreProps {
  whose: Whose
  assigneeId: string | undefined
  category: string | undefined
  eventId: string | undefined
  onChange: (part: Readonly<Record<string, string | undefined>>) => void
}

/** Narrows the inbox beside the status. */
function More({ whose, assigneeId, category, eventId, onChange }: MoreProps) {
  const t = useT(texts)
  const can = useCan()
  const categoryName = useCategoryName()
  const isUsed = whose !== 'anyone' || [assigneeId, category, eventId].some((value) => value !== undefined)
  return (
    <Popover position="bottom-end" width={260} trapFocus withRoles>
      <Popover.Target>
        <ActionIcon size={36} variant={isUsed ? 'light' : 'subtle'} aria-label={t('filter')}>
          <IconFilter size={18} stroke={1.75} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown className={classes.filter ?? ''}>
        <ChoiceSelect
          label={t('whose')}
          choices={WHOSE.map((value) => ({ value, label: t(value) }))}
          value={whose}
          onChange={(value) => onChange({ whose: value === 'anyone' ? undefined : value, assignee_id: undefined })}
          comboboxProps={{ withinPortal: false }}
          data-autofocus
        />
        <PickSelect
          label={t('whose_name')}
          route={supportRoutes.pickAssignees}
          value={assigneeId ?? null}
          onChange={({ _id }) => onChange({ assignee_id: _id, whose: undefined })}
          onClear={() => onChange({ assignee_id: undefined })}
          comboboxProps={{ withinPortal: false }}
        />
        <ChoiceSelect
          label={t('category')}
          choices={['', ...TICKET_CATEGORIES].map((value) => ({
            value,
            label: value === '' ? t('every') : categoryName(value),
          }))}
          value={category ?? ''}
          onChange={(value) => onChange({ category: value || undefined })}
          comboboxProps={{ withinPortal: false }}
        />
        {can('events.read') ? (
          <PickSelect
            label={t('event')}
            route={adminEventRoutes.pickEvents}
            value={eventId ?? null}
            onChange={({ _id }) => onChange({ event_id: _id })}
            onClear={() => onChange({ event_id: undefined })}
            comboboxProps={{ withinPortal: false }}
          />
        ) : null}
      </Popover.Dropdown>
    </Popover>
  )
}

function Inbox({ openId }: { openId: string | undefined }) {
  const t = useT(texts)
  const say = useT(lists)
  const can = useCan()
  const { page, pageSize, search, filters, change } = useListAddress(FILTERS)
  const [shown, whose] = [shownOf(filters['status']), whoseOf(filters['whose'])]
  const { assignee_id: assigneeId, category, event_id: eventId } = filters
  const asked = {
    ...(search && { search }),
    ...(whose === 'mine' && { mine: true }),
    ...(whose === 'nobody' && { unassigned: true }),
    ...(assigneeId && { assignee_id: assigneeId }),
    ...(category && { category }),
    ...(eventId && { event_id: eventId }),
  }
  const filter = { ...asked, ...(isStatus(shown) && { status: shown }) }
  const list = useQuery(queryOf(supportRoutes.listTickets, { query: { ...filter, page, page_size: pageSize } }))
  const [selects, setSelects] = useState(false)
  const { ask, dialog } = useAskedAct()
  const marked = useSelection({ ...filter, selects })
  const selection = selects ? marked : undefined
  const rows = list.data?.items ?? []
  const chosen = rows.filter(({ _id }) => marked.isSelected(_id))
  const total = list.data?.meta.total ?? 0
  const actions = [editMany(useCategoryName())]
  const open = useQuery(queryOf(supportRoutes.listTickets, { query: { status: 'open' } }))
  const isNarrowed = Object.keys(asked).length > 0 || shown !== 'open'
  const inbox = useRef<HTMLUListElement>(null)
  useHotkeys([
    [
      'J',
      () => {
        const tickets = [...(inbox.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])]
        const current = tickets.find((one) => one.getAttribute('aria-current') !== null)
        if (!inbox.current?.contains(document.activeElement)) (current ?? tickets[0])?.focus()
      },
    ],
  ])
  return (
    <section className={classes.inbox} aria-label={t('list')}>
      <header className={classes.inboxHead}>
        <Heading level={1}>{t('desk')}</Heading>
        <Segments
          label={t('status')}
          choices={SHOWN.map((value) => ({
            value,
            label: value === 'open' && open.data ? `${t(value)} ${open.data.meta.total}` : t(value),
          }))}
          value={shown}
          onChange={(value) => change({ status: value === 'open' ? undefined : value })}
        />
        <div className={classes.find}>
          <SearchField label={t('search')} words={search} onSearch={(words) => change({ search: words })} hotkey />
          <More whose={whose} assigneeId={assigneeId} category={category} eventId={eventId} onChange={change} />
          <ExportButton
            ways={undefined}
            hasColumns={false}
            compact
            onExport={({ format, headers }) =>
              downloadAsked(call(supportRoutes.exportTickets, { query: { ...filter, format, headers } }))
            }
          />
          {can('support_tickets.update') ? (
            <ActionIcon
              size={36}
              variant={selects ? 'light' : 'subtle'}
              aria-pressed={selects}
              aria-label={t('select')}
              onClick={() => setSelects(!selects)}
            >
              <IconListCheck size={18} stroke={1.75} />
            </ActionIcon>
          ) : null}
        </div>
        {selection && rows.length > 0 ? (
          <>
            <Checkbox
              size="xs"
              label={say('select_all')}
              checked={chosen.length === rows.length}
              indeterminate={chosen.length > 0 && chosen.length < rows.length}
              onChange={({ currentTarget }) => {
                selection.clear()
                if (currentTarget.checked) selection.setMarked(Object.fromEntries(rows.map(({ _id }) => [_id, true])))
              }}
            />
            <div className={classes.everything}>
              <Everything
                selection={selection}
                chosen={chosen.length}
                drawn={rows.length}
                total={total}
                filtered={isNarrowed}
                actions={actions}
              />
            </div>
          </>
        ) : null}
      </header>
      {/* It is seen below the rows, and read before them. */}
      {selection ? (
        <div className={classes.acts}>
          <BulkActs selection={selection} chosen={chosen} actions={actions} total={total} filter={filter} onAsk={ask} />
        </div>
      ) : null}
      {dialog}
      <PagedList
        query={list}
        skeleton={{ rows: 8, phone: 76, desktop: 76 }}
        empty={
          isNarrowed
            ? {
                title: t('none_found'),
                action: (
                  <Button
                    variant="default"
                    onClick={() =>
                      change({ search: undefined, ...Object.fromEntries(FILTERS.map((key) => [key, undefined])) })
                    }
                  >
                    {t('clear')}
                  </Button>
                ),
              }
            : { title: t('none'), hint: t('none_hint') }
        }
        onChange={change}
      >
        {(tickets) => (
          <ul ref={inbox} className={classes.rows} onKeyDown={onRowKey}>
            {tickets.map((ticket) => (
              <Row key={ticket._id} ticket={ticket} isOpen={ticket._id === openId} selection={selection} />
            ))}
          </ul>
        )}
      </PagedList>
    </section>
  )
}

/** `/admin/support` and `/admin/support/{id}`: the inbox, the conversation, and who the guest is. */
export function DeskPage() {
  useScreenKeys('tickets')
  const t = useT(texts)
  const client = useQueryClient()
  const { id } = useParams({ strict: false })
  const wide = useMediaQuery('(min-width: 78em)', undefined, { getInitialValueInEffect: false })
  const [about, setAbout] = useState(false)
  useLive('tickets.changed', () => {
    for (const route of stale) void client.invalidateQueries({ queryKey: keyOf(route) })
  })
  return (
    <div className={classes.desk} data-open={id !== undefined || undefined}>
      <Inbox openId={id} />
      {id === undefined ? (
        <div className={classes.nothing}>
          <EmptyState title={t('choose')} />
        </div>
      ) : (
        <>
          <TicketPane key={id} id={id} {...(!wide && { onAbout: () => setAbout(true) })} />
          {wide ? (
            <aside className={classes.aside} aria-label={t('guest')}>
              <Guest id={id} />
            </aside>
          ) : (
            <Drawer
              opened={about}
              onClose={() => setAbout(false)}
              position="right"
              title={t('guest')}
              size={340}
              closeButtonProps={{ 'aria-label': t('close') }}
            >
              <Guest id={id} />
            </Drawer>
          )}
        </>
      )}
    </div>
  )
}
