import { Button, Menu } from '@mantine/core'
import { LANGUAGES, languageName } from '@shiloh/contract/core'
import { LODGING_PAYERS } from '@shiloh/contract/reservations/views'
import { TASK_DOCUMENTS } from '@shiloh/contract/tasks'
import type { Step, StepKind, WorkflowOptions } from '@shiloh/contract/workflows'
import { IconPlus } from '@tabler/icons-react'
import { useT } from '#platform/i18n'
import { MomentTokens } from './moment-tokens.tsx'
import type { Naming } from './sentence-parts.ts'
import { texts } from './texts.ts'
import { NumberToken, TextToken, Token } from './tokens.tsx'

/** Returns a step of a kind with its first words. */
const freshStep = (kind: StepKind, { templates, committee_types }: WorkflowOptions): Step => {
  // One of several would be a choice that nobody made.
  const template = templates.length === 1 ? templates[0] : undefined
  const committee = committee_types.length === 1 ? committee_types[0] : undefined
  switch (kind) {
    case 'send':
      return {
        kind,
        template_id: template?._id ?? '',
        channels: template?.channels.slice(0, 1) ?? ['mail'],
        role_id: null,
        needed: false,
        letter: null,
      }
    case 'task':
      return { kind, title: '', role_id: null, due_days: 1, opens: null }
    case 'committee':
      return { kind, committee_type_id: committee?._id ?? '' }
    case 'wait':
      return { kind, until: { days: 1 } }
    case 'release':
      return { kind }
    case 'approval':
      return { kind, role_id: null, question: '…', days: 3, approved: [], declined: [], no_answer: [] }
  }
}

type Letter = Extract<Step, { kind: 'send' }>['letter']

/** A letter as the value of a menu: `guest`, `church:de`, and nothing for none. */
const letterKey = (letter: Letter): string =>
  letter ? [letter.lodging, letter.language].filter((part) => part !== null).join(':') : ''
const letterOf = (key: string): Letter => {
  const [payer, of] = key.split(':')
  const lodging = LODGING_PAYERS.find((known) => known === payer)
  return lodging ? { lodging, language: LANGUAGES.find((known) => known === of) ?? null } : null
}

/** The words of one step, without what follows an approval. */
export function StepWords({
  step,
  options,
  readOnly,
  gone,
  takesLetter,
  onChange,
}: Naming & { step: Step; takesLetter: boolean; onChange: (step: Step) => void }) {
  const t = useT(texts)
  const roles = options.roles.map(({ _id, name }) => ({ value: _id, label: name }))
  const days = (count: number) => t('days', { count })
  switch (step.kind) {
    case 'send': {
      const template = options.templates.find(({ _id }) => _id === step.template_id)
      const sets = (template?.channels ?? step.channels).flatMap((one, index, all) => [
        [one],
        ...all.slice(index + 1).map((other) => [one, other]),
      ])
      const all = template && template.channels.length > 2 ? [template.channels] : []
      return (
        <>
          {t('step_send')}{' '}
          <Token
            name={t('kind_send')}
            value={step.channels.join()}
            choices={[...sets, ...all].map((set) => ({
              value: set.join(),
              label: set.map((channel) => t(`channel_${channel}`)).join(' + '),
            }))}
            disabled={readOnly}
            onChange={(next) =>
              onChange({
                ...step,
                channels: (template?.channels ?? step.channels).filter((one) => next.split(',').includes(one)),
              })
            }
          />{' '}
          <Token
            name={t('kind_send')}
            value={step.template_id || null}
            choices={options.templates.map(({ _id, name }) => ({ value: _id, label: name }))}
            gone={gone}
            disabled={readOnly}
            onChange={(template_id) => {
              const chosen = options.templates.find(({ _id }) => _id === template_id)
              const kept = step.channels.filter((channel) => chosen?.channels.includes(channel))
              onChange({ ...step, template_id, channels: kept.length > 0 ? kept : (chosen?.channels ?? ['mail']) })
            }}
          />{' '}
          <Token
            name={t('to_whom')}
            value={step.role_id ?? ''}
            choices={[
              { value: '', label: t('to_person') },
              ...options.roles.map(({ _id, name }) => ({ value: _id, label: t('to_role', { role: name }) })),
            ]}
            gone={gone}
            disabled={readOnly}
            onChange={(role) => onChange({ ...step, role_id: role || null })}
          />
          {takesLetter || step.needed ? (
            <>
              {' '}
              <Token
                name={t('needed')}
                value={String(step.needed)}
                choices={[
                  { value: 'false', label: t('needed_no') },
                  { value: 'true', label: t('needed_yes') },
                ]}
                disabled={readOnly}
                onChange={(next) => onChange({ ...step, needed: next === 'true' })}
              />
            </>
          ) : null}
          {step.letter || (step.channels.includes('mail') && takesLetter && !readOnly) ? (
            <>
              {' '}
              <Token
                name={t('letter')}
                value={letterKey(step.letter)}
                {...(!step.letter && { label: t('letter_add') })}
                choices={[
                  { value: '', label: t('letter_none') },
                  ...LODGING_PAYERS.flatMap((lodging) =>
                    [null, ...LANGUAGES].map((language) => ({
                      value: letterKey({ language, lodging }),
                      label: t(`letter_${lodging}`, {
                        language: language === null ? t('letter_reader') : languageName(language),
                      }),
                    })),
                  ),
                ]}
                disabled={readOnly}
                onChange={(key) => onChange({ ...step, letter: letterOf(key) })}
              />
            </>
          ) : null}
        </>
      )
    }
    case 'task':
      return (
        <>
          {t('step_task')}{' '}
          <Token
            name={t('kind_task')}
            value={step.role_id ?? ''}
            choices={[{ value: '', label: t('nobody') }, ...roles]}
            gone={gone}
            disabled={readOnly}
            onChange={(role) => onChange({ ...step, role_id: role || null })}
          />
          {': '}
          <TextToken
            name={t('kind_task')}
            label={step.title || '…'}
            value={step.title}
            disabled={readOnly}
            onChange={(title) => onChange({ ...step, title })}
          />{' '}
          {t('due')}{' '}
          <NumberToken
            name={t('number_field')}
            label={t('due_in', { count: step.due_days })}
            value={step.due_days}
            min={0}
            max={365}
            disabled={readOnly}
            onChange={(due_days) => onChange({ ...step, due_days })}
          />{' '}
          <Token
            name={t('opens')}
            value={step.opens ?? ''}
            choices={[
              { value: '', label: t('opens_nothing') },
              ...TASK_DOCUMENTS.map((value) => ({ value, label: t(`opens_${value}`) })),
            ]}
            disabled={readOnly}
            onChange={(value) => onChange({ ...step, opens: TASK_DOCUMENTS.find((known) => known === value) ?? null })}
          />
        </>
      )
    case 'committee':
      return (
        <>
          {t('step_committee')}{' '}
          <Token
            name={t('kind_committee')}
            value={step.committee_type_id || null}
            choices={options.committee_types.map(({ _id, name }) => ({ value: _id, label: name }))}
            gone={gone}
            disabled={readOnly}
            onChange={(committee_type_id) => onChange({ ...step, committee_type_id })}
          />
        </>
      )
    case 'wait':
      return (
        <>
          {t('step_wait')}{' '}
          {'anchor' in step.until ? (
            <>
              {t('until')}{' '}
              <MomentTokens
                value={step.until}
                options={options}
                readOnly={readOnly}
                onChange={(until) => onChange({ ...step, until })}
              />
            </>
          ) : (
            <NumberToken
              name={t('number_field')}
              label={days(step.until.days)}
              value={step.until.days}
              min={1}
              max={365}
              disabled={readOnly}
              onChange={(count) => onChange({ ...step, until: { days: count } })}
            />
          )}
          {readOnly ? null : (
            <Button
              variant="subtle"
              size="compact-xs"
              onClick={() =>
                onChange({ ...step, until: 'anchor' in step.until ? { days: 1 } : { anchor: 'starts', days: -7 } })
              }
            >
              {'anchor' in step.until ? days(1) : `${t('until')} …`}
            </Button>
          )}
        </>
      )
    case 'release':
      return <>{t('step_release')}</>
    case 'approval':
      return (
        <>
          {t('step_approval')}{' '}
          <Token
            name={t('kind_approval')}
            value={step.role_id ?? ''}
            choices={[{ value: '', label: t('default_approver') }, ...roles]}
            gone={gone}
            disabled={readOnly}
            onChange={(role) => onChange({ ...step, role_id: role || null })}
          />
          {': '}
          <TextToken
            name={t('question')}
            label={step.question}
            value={step.question === '…' ? '' : step.question}
            disabled={readOnly}
            onChange={(question) => onChange({ ...step, question })}
          />
        </>
      )
  }
}

export function AddStep({
  label,
  kinds,
  options,
  onAdd,
}: {
  label: string
  kinds: readonly StepKind[]
  options: WorkflowOptions
  onAdd: (step: Step) => void
}) {
  const t = useT(texts)
  return (
    <Menu position="bottom-start" withinPortal returnFocus={false}>
      <Menu.Target>
        <Button variant="subtle" size="compact-sm" leftSection={<IconPlus size={15} />}>
          {label}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {kinds.map((kind) => (
          <Menu.Item key={kind} onClick={() => onAdd(freshStep(kind, options))}>
            {t(`kind_${kind}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
