import { Button, Tabs } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { AdminEvent } from '@shiloh/contract/events/events'
import { IconAlertCircle } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type RefObject, useEffect, useMemo, useRef } from 'react'
import { FormProvider, useFormContext } from 'react-hook-form'
import { useCan } from '#platform/account'
import { errorNames } from '#platform/form-errors'
import { useT } from '#platform/i18n'
import { ConfirmDialog } from '#ui/feedback/error-dialog'
import { BedLosses } from '#ui/form/bed-losses'
import { DateSetup } from '#ui/form/date-setup'
import { EditConflictNote } from '#ui/form/edit-conflict'
import { useFirstField } from '#ui/form/first-field'
import { PageGuard } from '#ui/form/page-guard'
import { type Target, tabsOf } from './editing.ts'
import classes from './editor.module.css'
import { EditorHead } from './editor-head.tsx'
import { ActDialog, useActs } from './event-acts.tsx'
import { Changes, Publishing, useChanges } from './side.tsx'
import { BasicsTab } from './tab-basics.tsx'
import { CheckInTab } from './tab-check-in.tsx'
import { DatesTab } from './tab-dates.tsx'
import { LodgingTab } from './tab-lodging.tsx'
import { MealsTab, ProductsTab, SpeakersTab } from './tab-offers.tsx'
import { PricesTab } from './tab-prices.tsx'
import { ProgrammeTab } from './tab-programme.tsx'
import { QuestionsTab } from './tab-questions.tsx'
import { isTab, TABS, type Tab, tabOf } from './tabs.ts'
import { texts } from './texts.ts'
import { type EventEditing, useEventEditing } from './use-event-editing.ts'
import type { EventInput } from './values.ts'

/** Returns the open tab, which is in the address, and a function that opens another one. */
function useTab(wide: boolean): readonly [Tab, (next: Tab, resetScroll?: boolean) => void] {
  const navigate = useNavigate()
  const search: { tab?: unknown } = useSearch({ strict: false })
  const asked: Tab = isTab(search.tab) ? search.tab : 'basics'
  const goTo = (next: Tab, resetScroll = true) =>
    void navigate({ to: '.', search: { tab: next }, replace: true, resetScroll })
  return [asked === 'publish' && wide ? 'basics' : asked, goTo]
}

/**
 * Focuses the target field as soon as its tab is rendered: the first one with an error, or else the field itself, or
 * else its list.
 */
function useFocus(
  panel: RefObject<HTMLElement | null>,
  target: Target | undefined,
  tab: Tab,
  dispatch: EventEditing['dispatch'],
) {
  useEffect(() => {
    if (!target || target.tab !== tab) return
    const find = (selector: string) => panel.current?.querySelector<HTMLElement>(selector) ?? undefined
    const [list = ''] = target.field?.split('.') ?? []
    const field =
      find('[aria-invalid="true"]') ??
      find(`[name="${CSS.escape(target.field ?? '')}"]`) ??
      find(`[data-name="${CSS.escape(list)}"] button`)
    field?.focus()
    field?.scrollIntoView({ block: 'center' })
    dispatch({ type: 'field_shown' })
  }, [panel, target, tab, dispatch])
}

/** Asks about publishing if the address says so and nothing is missing. What is missing is on the page otherwise. */
function useAskedAct(event: AdminEvent | undefined, tab: Tab, dispatch: EventEditing['dispatch']) {
  const navigate = useNavigate()
  const search: { act?: unknown } = useSearch({ strict: false })
  const acts = useActs()
  const isAsked = search.act === 'publish'
  const canPublish = event !== undefined && event.problems.length === 0 && acts(event).includes('publish')
  useEffect(() => {
    if (!isAsked) return
    // Once: going back to this page does not ask again.
    void navigate({ to: '.', search: { tab }, replace: true })
    if (canPublish) dispatch({ type: 'act_asked', act: 'publish' })
  }, [isAsked, canPublish, tab, navigate, dispatch])
}

/** The tabs. A tab with an error, or with something missing for publication, is marked. */
function TabLine({ tab, wide, missing }: { tab: Tab; wide: boolean; missing: ReadonlySet<Tab> }) {
  const t = useT(texts)
  const { formState } = useFormContext<EventInput>()
  const wrong = tabsOf(errorNames(formState.errors))
  const line = useRef<HTMLDivElement>(null)
  // Not all tabs fit on a phone: scrolls the open one into view.
  useEffect(() => {
    line.current?.querySelector(`[data-tab="${tab}"]`)?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [tab])
  return (
    <Tabs.List ref={line} className={classes.tabList ?? ''} aria-label={t('tabs')}>
      {TABS.filter((one) => one !== 'publish' || !wide).map((one) => {
        const isWrong = wrong.has(one) || missing.has(one)
        return (
          <Tabs.Tab
            key={one}
            value={one}
            data-tab={one}
            className={classes.tab ?? ''}
            data-wrong={isWrong || undefined}
          >
            {t(`tab_${one}`)}
            {isWrong ? (
              <span className={classes.tabMark} role="img" aria-label={t('tab_has_errors')}>
                <IconAlertCircle size={16} stroke={1.75} />
              </span>
            ) : null}
          </Tabs.Tab>
        )
      })}
    </Tabs.List>
  )
}

/** Keeps unsaved changes and the save button within reach on narrow pages. */
function SaveBar({ saved, isNew, busy, onDiscard }: Omit<Parameters<typeof Changes>[0], 'updatedAt'>) {
  const t = useT(texts)
  const changes = useChanges(saved)
  if (changes.length === 0 && !isNew) return null
  return (
    <div className={classes.bar} data-no-print>
      <span className="small" role="status">
        {changes.length > 0 ? t('changes', { count: changes.length }) : ''}
      </span>
      {isNew ? null : (
        <Button variant="subtle" color="gray" onClick={onDiscard}>
          {t('discard')}
        </Button>
      )}
      <Button type="submit" loading={busy}>
        {t(isNew ? 'save_draft' : 'save_changes')}
      </Button>
    </div>
  )
}

interface PartProps {
  event: AdminEvent | undefined
  editing: EventEditing
}

/** Updates the publication checks while the user types, without rendering the tabs again. */
function LivePublishing({ event, editing: { form, state, startAct, showField } }: PartProps) {
  return (
    <Publishing
      event={event}
      hasChanges={useChanges(state.saved).length > 0}
      busy={form.formState.isSubmitting}
      onAct={startAct}
      onField={(tab, field) => showField({ tab, field })}
    />
  )
}

/** Why the last save failed: an edit conflict, or a rejection by the server or the browser. */
function SaveProblems({ editing: { state, reload, overwrite } }: Pick<PartProps, 'editing'>) {
  const t = useT(texts)
  const { conflict, refusal, losses } = state
  return (
    <>
      {conflict ? (
        <EditConflictNote
          conflict={conflict}
          labelOf={(field) => {
            const place = tabOf(field)
            return place && t(`tab_${place}`)
          }}
          onReload={reload}
          onOverwrite={overwrite}
        />
      ) : null}
      {refusal ? (
        <div role="alert" className={classes.refusal}>
          <IconAlertCircle size={18} aria-hidden />
          <div>
            {refusal}
            <BedLosses {...losses} />
          </div>
        </div>
      ) : null}
    </>
  )
}

/** The fields of the open tab. */
function Panel({ tab, event, editing, onTab }: PartProps & { tab: Tab; onTab: (tab: Tab) => void }) {
  switch (tab) {
    case 'basics':
      return <BasicsTab event={event} />
    case 'dates':
      return <DatesTab event={event} onRezone={(values) => editing.form.reset(values, { keepDefaultValues: true })} />
    case 'prices':
      return <PricesTab event={event} />
    case 'lodging':
      return <LodgingTab event={event} onTab={onTab} />
    case 'meals':
      return <MealsTab event={event} onTab={onTab} />
    case 'products':
      return <ProductsTab event={event} />
    case 'speakers':
      return <SpeakersTab event={event} />
    case 'programme':
      return <ProgrammeTab event={event} />
    case 'check_in':
      return <CheckInTab event={event} />
    case 'questions':
      return <QuestionsTab />
    case 'publish':
      return (
        <div className={classes.side}>
          <LivePublishing event={event} editing={editing} />
        </div>
      )
  }
}

/** The questions before changes are discarded, and before an action on the whole event. */
function Confirmations({ event, editing: { state, dispatch, countChanges, discard, leave } }: PartProps) {
  const t = useT(texts)
  return (
    <>
      <ConfirmDialog
        opened={state.discarding}
        danger
        title={t('discard_question')}
        action={t('discard')}
        onConfirm={discard}
        onClose={() => dispatch({ type: 'discard_cancelled' })}
      >
        <p>{t('discard_text', { count: countChanges() })}</p>
      </ConfirmDialog>
      {event ? (
        <ActDialog
          act={state.act}
          event={event}
          onClose={() => dispatch({ type: 'act_closed' })}
          onDone={(finished) => finished === 'remove' && leave()}
        />
      ) : null}
    </>
  )
}

/** The editor of a new or a stored event. */
export function EventEditor({ event }: { event?: AdminEvent }) {
  const t = useT(texts)
  const first = useFirstField<HTMLFormElement>(event === undefined)
  const can = useCan()
  const wide = useMediaQuery('(min-width: 75em)', undefined, { getInitialValueInEffect: false }) === true
  const [tab, goTo] = useTab(wide)
  const editing = useEventEditing(event, tab, (next) => goTo(next, false))
  const { form, state, dispatch } = editing
  const panel = useRef<HTMLDivElement>(null)
  useFocus(panel, state.target, tab, dispatch)
  useAskedAct(event, tab, dispatch)
  const locked = event ? event.status === 'archived' || !can('events.update', event._id) : false
  const missing = useMemo(() => tabsOf((event?.problems ?? []).map(({ field }) => field)), [event])
  const saving = {
    saved: state.saved,
    isNew: !event,
    busy: form.formState.isSubmitting,
    onDiscard: () => dispatch({ type: 'discard_asked' }),
  }
  return (
    <DateSetup>
      <FormProvider {...form}>
        <form
          ref={first}
          noValidate
          className={classes.page}
          onSubmit={(submission) => {
            submission.preventDefault()
            editing.save()
          }}
        >
          <EditorHead event={event} onAct={editing.startAct} />
          <Tabs
            className={classes.tabs ?? ''}
            value={tab}
            onChange={(next) => isTab(next) && goTo(next)}
            keepMounted={false}
          >
            <TabLine tab={tab} wide={wide} missing={missing} />
            <div className={classes.body}>
              <div className={classes.main} ref={panel}>
                <SaveProblems editing={editing} />
                {TABS.filter((one) => one !== 'publish' || !wide).map((one) => (
                  <Tabs.Panel key={one} value={one}>
                    <fieldset disabled={locked && one !== 'publish'} className={classes.lock}>
                      {one === tab ? <Panel tab={one} event={event} editing={editing} onTab={goTo} /> : null}
                    </fieldset>
                  </Tabs.Panel>
                ))}
              </div>
              {wide ? (
                <aside className={classes.sideColumn} aria-label={t('tab_publish')}>
                  <div className={classes.side}>
                    {locked ? null : <Changes {...saving} updatedAt={event?.updated_at} />}
                    <LivePublishing event={event} editing={editing} />
                  </div>
                </aside>
              ) : null}
            </div>
          </Tabs>
          {wide || locked ? null : <SaveBar {...saving} />}
        </form>
      </FormProvider>
      <PageGuard hasChanges={editing.hasUnsaved} />
      <Confirmations event={event} editing={editing} />
    </DateSetup>
  )
}
