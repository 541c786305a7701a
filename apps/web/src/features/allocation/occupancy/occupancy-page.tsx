import { ActionIcon, Button, Drawer, Popover } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { type OccupancyRoom, occupancyRoutes } from '@shiloh/contract/allocation/occupancy'
import { addDays } from '@shiloh/contract/reservations/nights'
import { formatCount, formatDay, formatRange } from '@shiloh/contract/text/format'
import { IconChevronLeft, IconChevronRight, IconPrinter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { call } from '#platform/api'
import { useCurrentEvent } from '#platform/current-event'
import { useLanguage, useT } from '#platform/i18n'
import { changeListSearch, type ListSearch, listSearch } from '#platform/list-search'
import { queryOf } from '#platform/queries'
import { Segments } from '#ui/base/segments'
import { EmptyState } from '#ui/feedback/empty-state'
import { LoadFailed } from '#ui/feedback/page-states'
import { Scaffold } from '#ui/feedback/scaffold'
import { CalendarInput } from '#ui/form/calendar-input'
import { ChoiceSelect } from '#ui/form/choice-select'
import { PageHeader } from '#ui/shell/page-header'
import { ExportMenu } from '../export-menu.tsx'
import { Guests } from './guests.tsx'
import { totalsOf } from './heat.ts'
import { HeatMap } from './heat-map.tsx'
import classes from './occupancy.module.css'
import { texts } from './texts.ts'

/** Blocks that are shown side by side. More are a select. */
const SIDE_BY_SIDE = 5
/** Beds change while people work at them. */
const AGAIN_MS = 30_000

interface Opened {
  readonly room: OccupancyRoom
  readonly night: number
  readonly cell: HTMLElement
  readonly box: { readonly left: number; readonly top: number; readonly width: number; readonly height: number }
}

/**
 * `/admin/occupancy`: the rooms of a center by night, over all events. Choosing an event goes to its center and its
 * first night.
 */
export function OccupancyPage() {
  const search = useSearch({ strict: false, select: listSearch })
  const { event, isLoading } = useCurrentEvent()
  return isLoading ? <Scaffold rows={12} /> : <Occupied search={search} eventId={search['event_id'] ?? event?._id} />
}

function Occupied({ search, eventId }: { search: ListSearch; eventId: string | undefined }) {
  const t = useT(texts)
  const language = useLanguage()
  const navigate = useNavigate()
  const isPhone = useMediaQuery('(max-width: 56.24em)', undefined, { getInitialValueInEffect: false })
  // Four weeks are wider than a screen of 1280.
  const isNarrow = useMediaQuery('(max-width: 84.99em)', undefined, { getInitialValueInEffect: false })
  const nights = isPhone ? 7 : isNarrow ? 21 : 28
  const scroller = useRef<HTMLElement>(null)
  const [opened, setOpened] = useState<Opened>()
  const { event_center_id, event_block_id, from } = search
  const query = {
    nights,
    ...(event_center_id ? { event_center_id } : {}),
    ...(from ? { from } : {}),
    ...(eventId && !(event_center_id && from) ? { event_id: eventId } : {}),
  }
  const {
    data: seen,
    error,
    refetch,
    isPlaceholderData,
  } = useQuery({
    ...queryOf(occupancyRoutes.readOccupancy, { query }),
    refetchInterval: AGAIN_MS,
  })
  const go = (change: ListSearch) => {
    setOpened(undefined)
    void navigate({ to: '.', search: (old: Record<string, unknown>) => changeListSearch(listSearch(old), change) })
  }
  if (!seen)
    return error ? <LoadFailed message={error.message} onRetry={() => void refetch()} /> : <Scaffold rows={12} />
  if (seen.center_id === null) return <EmptyState title={t('no_centers')} hint={t('no_centers_hint')} />
  const at = Math.max(
    0,
    seen.blocks.findIndex(({ _id }) => _id === (event_block_id ?? seen.event_block_id)),
  )
  const block = seen.blocks[at]
  const rooms = seen.rooms.filter((room) => room.block === at)
  const beds = rooms.reduce((sum, room) => sum + room.beds, 0)
  const totals = totalsOf(rooms, nights)
  const most = Math.max(0, ...totals)
  const close = () => {
    opened?.cell.focus()
    setOpened(undefined)
  }
  const open = (room: OccupancyRoom, night: number, cell: HTMLElement) => {
    const frame = scroller.current
    if (!frame) return
    const outer = frame.getBoundingClientRect()
    const { left, top, width, height } = cell.getBoundingClientRect()
    const box = {
      left: left - outer.left + frame.scrollLeft,
      top: top - outer.top + frame.scrollTop,
      width,
      height,
    }
    setOpened({ room, night, cell, box })
  }
  const ask = (format: 'csv' | 'xlsx') =>
    call(occupancyRoutes.exportOccupancy, {
      query: { ...query, ...(block ? { event_block_id: block._id } : {}), format, headers: 'words' },
    })
  const guests = opened ? <Guests room={opened.room} night={opened.night} from={seen.from} onClose={close} /> : null
  return (
    <div className={classes.page}>
      <PageHeader
        breadcrumbs={false}
        compact
        title={t('occupancy')}
        note={
          most > 0
            ? t('fullest', {
                block: block?.name ?? '',
                others: totals.filter((total) => total === most).length - 1,
                day: formatDay(addDays(seen.from, totals.indexOf(most)), language, 'UTC'),
                taken: formatCount(most, language),
                beds: formatCount(beds, language),
              })
            : t('nobody_yet')
        }
        actions={
          <>
            <Button variant="default" leftSection={<IconPrinter size={18} />} onClick={() => print()}>
              {t('print')}
            </Button>
            <ExportMenu ask={ask} />
          </>
        }
      />
      <div className={classes.bar} data-no-print>
        {seen.centers.length > 1 ? (
          <ChoiceSelect
            aria-label={t('center')}
            value={seen.center_id}
            choices={seen.centers.map(({ _id, name }) => ({ value: _id, label: name }))}
            onChange={(center) => go({ event_center_id: center, event_block_id: undefined, from: seen.from })}
          />
        ) : null}
        {seen.blocks.length < 2 ? null : seen.blocks.length <= SIDE_BY_SIDE && !isPhone ? (
          <Segments
            label={t('block')}
            value={block?._id ?? ''}
            choices={seen.blocks.map(({ _id, name }) => ({ value: _id, label: name }))}
            onChange={(id) => go({ event_block_id: id })}
          />
        ) : (
          <ChoiceSelect
            aria-label={t('block')}
            value={block?._id ?? ''}
            choices={seen.blocks.map(({ _id, name }) => ({ value: _id, label: name }))}
            onChange={(id) => go({ event_block_id: id })}
          />
        )}
        <div className={classes.stepper}>
          <ActionIcon
            variant="default"
            size="input-sm"
            aria-label={t('earlier')}
            onClick={() => go({ from: addDays(seen.from, -nights), event_center_id: seen.center_id ?? undefined })}
          >
            <IconChevronLeft size={18} />
          </ActionIcon>
          <CalendarInput
            aria-label={t('first_night')}
            value={seen.from}
            onChange={(day) => (day ? go({ from: day, event_center_id: seen.center_id ?? undefined }) : undefined)}
          />
          <ActionIcon
            variant="default"
            size="input-sm"
            aria-label={t('later')}
            onClick={() => go({ from: addDays(seen.from, nights), event_center_id: seen.center_id ?? undefined })}
          >
            <IconChevronRight size={18} />
          </ActionIcon>
        </div>
        <span className={classes.range} aria-live="polite">
          {formatRange(seen.from, addDays(seen.until, -1), language, 'UTC', { weekdays: false })}
        </span>
        <Legend />
      </div>
      {rooms.length === 0 ? (
        <EmptyState title={t('no_rooms')} hint={t('no_rooms_hint')} />
      ) : (
        <section
          ref={scroller}
          className={classes.scroll}
          aria-label={[block?.name, t('keys')].filter(Boolean).join('. ')}
          aria-busy={isPlaceholderData}
        >
          <HeatMap
            key={`${block?._id} ${seen.from} ${nights}`}
            seen={{ ...seen, rooms }}
            eventId={eventId}
            onOpen={open}
          />
          {opened ? (
            <Popover
              opened={!isPhone}
              onDismiss={close}
              onClose={() => setOpened(undefined)}
              position="bottom-start"
              width={360}
              trapFocus
              withArrow
              closeOnClickOutside
            >
              <Popover.Target>
                <div className={classes.chosen} style={opened.box} />
              </Popover.Target>
              <Popover.Dropdown>{isPhone ? null : guests}</Popover.Dropdown>
            </Popover>
          ) : null}
        </section>
      )}
      <Drawer
        opened={Boolean(isPhone && opened)}
        onClose={close}
        position="bottom"
        withCloseButton={false}
        aria-label={opened?.room.name ?? ''}
      >
        {guests}
      </Drawer>
    </div>
  )
}

/** What the colours mean. Each cell has its number too. */
function Legend() {
  const t = useT(texts)
  return (
    <p className={classes.legend}>
      <span>{t('legend')}</span>
      <span>
        <i data-level={0} /> {t('none')}
      </span>
      <span>
        <i data-level={1} />
        <i data-level={2} />
        <i data-level={3} /> {t('some')}
      </span>
      <span>
        <i data-level={4} /> {t('all')}
      </span>
      <span>
        <i data-closed /> {t('closed')}
      </span>
      <span className={classes.number_means}>{t('number_means')}</span>
    </p>
  )
}
