import { ActionIcon, Button, Menu } from '@mantine/core'
import { formatCount, formatMoney } from '@shiloh/contract/text/format'
import {
  BRANCHES,
  type Branch,
  type Condition,
  type Definition,
  type Moment,
  type SimpleStep,
  STEP_KINDS,
  STEP_SUBJECTS,
  type Step,
  type StepKind,
  TRIGGER_NAMES,
  TRIGGERS,
  type WorkflowOptions,
} from '@shiloh/contract/workflows'
import { IconArrowDown, IconArrowUp, IconCornerDownRight, IconPlus, IconX } from '@tabler/icons-react'
import { useAccount } from '#platform/account'
import { useLanguage, useT, useText } from '#platform/i18n'
import { valueName } from './names.ts'
import { texts } from './texts.ts'
import { NumberToken, TextToken, Token } from './tokens.tsx'
import classes from './workflows.module.css'

export interface SentenceProps {
  definition: Definition
  options: WorkflowOptions
  readOnly: boolean
  /** The parts that name a record which no longer exists, as the server names them. */
  gone: readonly string[]
  onChange: (definition: Definition) => void
}

type Given = Pick<SentenceProps, 'options' | 'readOnly'>
/** Of a part that can name a record. */
type Naming = Given & { gone: boolean }

/** Returns a step of a kind with its first words. */
const freshStep = (kind: StepKind, { templates, committee_types }: WorkflowOptions): Step => {
  switch (kind) {
    case 'send':
      return { kind, template_id: templates[0]?._id ?? '', channels: templates[0]?.channels.slice(0, 1) ?? ['mail'] }
    case 'task':
      return { kind, title: '', role_id: null, due_days: 1 }
    case 'committee':
      return { kind, committee_type_id: committee_types[0]?._id ?? '' }
    case 'wait':
      return { kind, until: { days: 1 } }
    case 'release':
      return { kind }
    case 'approval':
      return { kind, role_id: null, question: '…', days: 3, approved: [], declined: [], no_answer: [] }
  }
}

function useDays() {
  const t = useT(texts)
  return ({ days }: Moment) =>
    days === 0 ? t('days_on') : days < 0 ? t('days_before', { count: -days }) : t('days_after', { count: days })
}

/** "3 days before the start of the event". */
function MomentTokens({
  value,
  options,
  readOnly,
  onChange,
}: Given & { value: Moment; onChange: (value: Moment) => void }) {
  const t = useT(texts)
  const days = useDays()
  return (
    <>
      <NumberToken
        name={t('days_field')}
        label={days(value)}
        value={value.days}
        min={-365}
        max={365}
        disabled={readOnly}
        onChange={(next) => onChange({ ...value, days: next })}
      />{' '}
      <Token
        name={t('until')}
        value={value.anchor}
        choices={options.anchors.map((anchor) => ({ value: anchor, label: t(`anchor_${anchor}`) }))}
        disabled={readOnly}
        onChange={(next) => {
          const anchor = options.anchors.find((known) => known === next)
          if (anchor) onChange({ ...value, anchor })
        }}
      />
    </>
  )
}

/** The value of a condition, by the type of its field. */
function ValueToken({
  condition,
  options,
  readOnly,
  gone,
  onChange,
}: Naming & { condition: Condition; onChange: (value: Condition['value']) => void }) {
  const t = useT(texts)
  const say = useText()
  const language = useLanguage()
  const { organisation } = useAccount()
  const spec = options.fields.find(({ field }) => field === condition.field)
  const name = t(`field_${condition.field}`)
  const { value } = condition
  switch (spec?.type) {
    case 'flag':
      return (
        <Token
          name={name}
          value={String(value)}
          choices={[
            { value: 'true', label: t('yes') },
            { value: 'false', label: t('no') },
          ]}
          disabled={readOnly}
          onChange={(next) => onChange(next === 'true')}
        />
      )
    case 'money':
      return (
        <NumberToken
          name={t('amount_field')}
          label={formatMoney(Number(value), organisation.currency, language)}
          value={Number(value) / 100}
          min={0}
          max={100_000_000}
          decimals={2}
          disabled={readOnly}
          onChange={(next) => onChange(Math.round(next * 100))}
        />
      )
    case 'number':
      return (
        <NumberToken
          name={t('number_field')}
          label={formatCount(Number(value), language)}
          value={Number(value)}
          min={-1000}
          max={100_000}
          disabled={readOnly}
          onChange={onChange}
        />
      )
    case 'text':
      return (
        <TextToken
          name={name}
          label={String(value) || t('type_here')}
          value={String(value)}
          disabled={readOnly}
          onChange={onChange}
        />
      )
    default:
      return (
        <Token
          name={name}
          value={String(value)}
          choices={(spec?.values ?? []).map((one) => ({
            value: one.value,
            label: one.name || say(valueName(one.value)),
          }))}
          gone={gone}
          disabled={readOnly}
          onChange={onChange}
        />
      )
  }
}

/** Returns a condition about another field, with the first operator and value that it has. */
const freshCondition = (field: Condition['field'], options: WorkflowOptions): Condition => {
  const spec = options.fields.find((one) => one.field === field)
  const value =
    spec?.type === 'flag'
      ? true
      : spec?.type === 'money' || spec?.type === 'number'
        ? 1
        : (spec?.values[0]?.value ?? '…')
  return { field, operator: spec?.operators[0] ?? 'is', value }
}

function Conditions({ definition, options, readOnly, gone, onChange }: SentenceProps) {
  const t = useT(texts)
  const subject = TRIGGERS[definition.trigger]
  const { match, list } = definition.conditions
  const fields = options.fields.filter(({ of }) => of.includes(subject))
  const save = (next: readonly Condition[]) => onChange({ ...definition, conditions: { match, list: [...next] } })
  const replace = (at: number, next: Condition) => save(list.map((one, index) => (index === at ? next : one)))
  const first = fields[0]?.field
  return (
    <>
      {list.length === 0 ? <span className="dim">{t('any_condition')}</span> : null}
      {list.map((condition, at) => {
        const spec = options.fields.find(({ field }) => field === condition.field)
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a condition has no other identity
          <span key={at} className={classes.clause}>
            {at > 0 ? (
              <Token
                name={t('match')}
                value={match}
                choices={[
                  { value: 'all', label: t('match_all') },
                  { value: 'any', label: t('match_any') },
                ]}
                disabled={readOnly}
                onChange={(next) =>
                  onChange({ ...definition, conditions: { list, match: next === 'any' ? 'any' : 'all' } })
                }
              />
            ) : null}
            <Token
              name={t('match')}
              value={condition.field}
              choices={fields.map(({ field }) => ({ value: field, label: t(`field_${field}`) }))}
              disabled={readOnly}
              onChange={(next) => {
                const field = fields.find((one) => one.field === next)?.field
                if (field) replace(at, freshCondition(field, options))
              }}
            />
            {/* With one operator there is nothing to choose: “a room was assigned: yes”. */}
            {spec?.operators.length === 1 ? (
              ':'
            ) : (
              <Token
                name={t(`field_${condition.field}`)}
                value={condition.operator}
                choices={(spec?.operators ?? []).map((operator) => ({
                  value: operator,
                  label: t(`operator_${operator}`),
                }))}
                disabled={readOnly}
                onChange={(next) => {
                  const operator = spec?.operators.find((one) => one === next)
                  if (operator) replace(at, { ...condition, operator })
                }}
              />
            )}
            <ValueToken
              condition={condition}
              options={options}
              readOnly={readOnly}
              gone={gone.includes(`conditions.list.${at}.value`)}
              onChange={(value) => replace(at, { ...condition, value })}
            />
            {readOnly ? null : (
              <ActionIcon
                variant="subtle"
                color="gray"
                size="sm"
                aria-label={t('remove_condition')}
                onClick={() => save(list.filter((_, index) => index !== at))}
              >
                <IconX size={15} />
              </ActionIcon>
            )}
          </span>
        )
      })}
      {readOnly || !first ? null : (
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconPlus size={15} />}
          onClick={() => save([...list, freshCondition(first, options)])}
        >
          {t(list.length === 0 ? 'add_first' : 'add_condition')}
        </Button>
      )}
    </>
  )
}

/** The words of one step, without what follows an approval. */
function StepWords({
  step,
  options,
  readOnly,
  gone,
  onChange,
}: Naming & { step: Step; onChange: (step: Step) => void }) {
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
          {t('to_person')}
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

function AddStep({
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
    <Menu position="bottom-start" withinPortal>
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

const isSimple = (step: Step): step is SimpleStep => step.kind !== 'approval'

/** What follows the answers of an approval: indented words. */
function Branches({
  step,
  kinds,
  options,
  readOnly,
  goneIn,
  onChange,
}: Given & {
  step: Extract<Step, { kind: 'approval' }>
  kinds: readonly StepKind[]
  goneIn: (place: string) => boolean
  onChange: (step: Step) => void
}) {
  const t = useT(texts)
  const name = (branch: Branch) =>
    branch === 'no_answer' ? t('branch_no_answer', { count: step.days }) : t(`branch_${branch}`)
  return (
    <div className={classes.branches}>
      {BRANCHES.map((branch) => (
        <div key={branch}>
          <IconCornerDownRight size={16} aria-hidden />
          <b>
            {branch === 'no_answer' && !readOnly ? (
              <NumberToken
                name={t('number_field')}
                label={name(branch)}
                value={step.days}
                min={1}
                max={60}
                disabled={readOnly}
                onChange={(days) => onChange({ ...step, days })}
              />
            ) : (
              name(branch)
            )}
          </b>
          <span>
            {step[branch].length === 0 && readOnly ? <span className="dim">{t('nothing_then')}</span> : null}
            {step[branch].map((inner, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a step has no other identity
              <span key={at} className={classes.clause}>
                <StepWords
                  step={inner}
                  options={options}
                  readOnly={readOnly}
                  gone={goneIn(`${branch}.${at}`)}
                  onChange={(next) => {
                    if (isSimple(next))
                      onChange({ ...step, [branch]: step[branch].map((one, index) => (index === at ? next : one)) })
                  }}
                />
                {readOnly ? null : (
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    size="sm"
                    aria-label={t('remove_step')}
                    onClick={() => onChange({ ...step, [branch]: step[branch].filter((_, index) => index !== at) })}
                  >
                    <IconX size={15} />
                  </ActionIcon>
                )}
              </span>
            ))}
            {readOnly ? null : (
              <AddStep
                label={t('add_to_branch', { branch: name(branch) })}
                kinds={kinds.filter((kind) => kind !== 'approval')}
                options={options}
                onAdd={(added) => {
                  if (isSimple(added)) onChange({ ...step, [branch]: [...step[branch], added] })
                }}
              />
            )}
          </span>
        </div>
      ))}
    </div>
  )
}

/** A workflow as it is read aloud: When, If, Then. */
export function Sentence({ definition, options, readOnly, gone, onChange }: SentenceProps) {
  const t = useT(texts)
  const subject = TRIGGERS[definition.trigger]
  const { steps } = definition
  const kinds = STEP_KINDS.filter((kind) => STEP_SUBJECTS[kind].includes(subject)).filter(
    (kind) =>
      (kind !== 'send' || options.templates.length > 0) && (kind !== 'committee' || options.committee_types.length > 0),
  )
  const save = (next: readonly Step[]) => onChange({ ...definition, steps: [...next] })
  const swap = (at: number, by: -1 | 1) => {
    const next = [...steps]
    const [moved] = next.splice(at, 1)
    if (moved) next.splice(at + by, 0, moved)
    save(next)
  }
  return (
    <dl className={classes.sentence}>
      <dt>{t('when')}</dt>
      <dd>
        <Token
          name={t('when')}
          value={definition.trigger}
          {...(definition.moment && { label: t('it_is') })}
          choices={TRIGGER_NAMES.map((trigger) => ({ value: trigger, label: t(`trigger_${trigger}`) }))}
          disabled={readOnly}
          onChange={(next) => {
            const trigger = TRIGGER_NAMES.find((known) => known === next)
            if (!trigger || trigger === definition.trigger) return
            const of = TRIGGERS[trigger]
            onChange({
              trigger,
              moment: trigger === 'event_date' ? { anchor: 'starts', days: -7 } : null,
              // What does not fit what the workflow is now about is taken away.
              conditions: {
                ...definition.conditions,
                list: definition.conditions.list.filter(({ field }) =>
                  options.fields.some((one) => one.field === field && one.of.includes(of)),
                ),
              },
              steps: steps.filter(({ kind }) => STEP_SUBJECTS[kind].includes(of)),
            })
          }}
        />{' '}
        {definition.moment ? (
          <MomentTokens
            value={definition.moment}
            options={options}
            readOnly={readOnly}
            onChange={(moment) => onChange({ ...definition, moment })}
          />
        ) : null}
      </dd>
      <dt>{t('if')}</dt>
      <dd>
        <Conditions definition={definition} options={options} readOnly={readOnly} gone={gone} onChange={onChange} />
      </dd>
      <dt>{t('then_do')}</dt>
      <dd>
        <ol className={classes.steps}>
          {steps.map((step, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a step has no other identity
            <li key={at}>
              <div className={classes.step}>
                <span>
                  <StepWords
                    step={step}
                    options={options}
                    readOnly={readOnly}
                    gone={gone.includes(`steps.${at}`)}
                    onChange={(next) => save(steps.map((one, index) => (index === at ? next : one)))}
                  />
                </span>
                {readOnly ? null : (
                  <span className={classes.stepActs}>
                    <ActionIcon
                      variant="subtle"
                      color="gray"
                      size="sm"
                      disabled={at === 0}
                      aria-label={t('step_up')}
                      onClick={() => swap(at, -1)}
                    >
                      <IconArrowUp size={15} />
                    </ActionIcon>
                    <ActionIcon
                      variant="subtle"
                      color="gray"
                      size="sm"
                      disabled={at === steps.length - 1}
                      aria-label={t('step_down')}
                      onClick={() => swap(at, 1)}
                    >
                      <IconArrowDown size={15} />
                    </ActionIcon>
                    <ActionIcon
                      variant="subtle"
                      color="gray"
                      size="sm"
                      aria-label={t('remove_step')}
                      onClick={() => save(steps.filter((_, index) => index !== at))}
                    >
                      <IconX size={15} />
                    </ActionIcon>
                  </span>
                )}
              </div>
              {step.kind === 'approval' ? (
                <Branches
                  step={step}
                  kinds={kinds}
                  options={options}
                  readOnly={readOnly}
                  goneIn={(place) => gone.includes(`steps.${at}.${place}`)}
                  onChange={(next) => save(steps.map((one, index) => (index === at ? next : one)))}
                />
              ) : null}
            </li>
          ))}
        </ol>
        {readOnly ? null : (
          <AddStep label={t('add_step')} kinds={kinds} options={options} onAdd={(step) => save([...steps, step])} />
        )}
      </dd>
    </dl>
  )
}
