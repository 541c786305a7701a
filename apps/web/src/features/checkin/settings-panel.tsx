import { Button, Switch, useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { formatCount } from '@shiloh/contract/text/format'
import { IconArrowsExchange, IconClockPlus, IconMoon, IconSun, IconUser } from '@tabler/icons-react'
import { accountPath } from '#platform/guard'
import { useLanguage, useT } from '#platform/i18n'
import { LinkButton } from '#ui/base/link-button'
import { LanguageSwitch } from '#ui/shell/language-switch'
import type { GateEngine } from './engine/engine.ts'
import classes from './gate.module.css'
import { PanelHead } from './panel-head.tsx'
import type { GateEvent } from './queries.ts'
import { EndShift, useShiftWords } from './shift-panel.tsx'
import { texts } from './texts.ts'
import { useGateState } from './use-engine.ts'

type Setting = readonly [value: boolean, change: (value: boolean) => void]

interface SettingsPanelProps {
  engine: GateEngine
  camera: Setting
  sound: Setting
  printer: Setting
  event: GateEvent
  onBack: () => void
  onLeave: () => void
  onShift: () => void
}

/** Settings for the day: camera and sound, event and point, the language. */
export function SettingsPanel({ engine, camera, sound, printer, event, onBack, onLeave, onShift }: SettingsPanelProps) {
  const t = useT(texts)
  const language = useLanguage()
  const { device, shift } = useGateState(engine)
  const shiftWords = useShiftWords(event.time_zone)
  const { setColorScheme } = useMantineColorScheme()
  const isDark = useComputedColorScheme() === 'dark'
  const { counters } = event
  const figures = [
    ['expected', counters.expected],
    ['came_in', counters.in],
    ['went_out', counters.out],
    ['inside', counters.inside],
  ] as const
  return (
    <>
      <PanelHead title={t('settings')} onBack={onBack} />
      <dl className={classes.figures}>
        {figures.map(([key, value]) => (
          <div key={key}>
            <dt>{t(key)}</dt>
            <dd>{formatCount(value, language)}</dd>
          </div>
        ))}
      </dl>
      <p>
        {t('this_phone', { name: device?.name ?? '' })}
        {shift ? <span className={`dim ${classes.line}`}>{shiftWords(shift)}</span> : null}
      </p>
      <Switch
        size="md"
        label={t('camera')}
        description={t('camera_hint')}
        checked={camera[0]}
        onChange={({ currentTarget }) => camera[1](currentTarget.checked)}
      />
      <Switch
        size="md"
        label={t('sound')}
        checked={sound[0]}
        onChange={({ currentTarget }) => sound[1](currentTarget.checked)}
      />
      <Switch
        size="md"
        label={t('printer')}
        description={t('printer_hint')}
        checked={printer[0]}
        onChange={({ currentTarget }) => printer[1](currentTarget.checked)}
      />
      <div className={classes.row}>
        <Button variant="default" leftSection={<IconArrowsExchange size={20} aria-hidden />} onClick={onLeave}>
          {t('change_place')}
        </Button>
        <Button
          variant="default"
          leftSection={isDark ? <IconSun size={20} aria-hidden /> : <IconMoon size={20} aria-hidden />}
          onClick={() => setColorScheme(isDark ? 'light' : 'dark')}
        >
          {t(isDark ? 'light_colors' : 'dark_colors')}
        </Button>
        <LinkButton variant="default" to={accountPath} leftSection={<IconUser size={20} aria-hidden />}>
          {t('account')}
        </LinkButton>
        <Button variant="default" leftSection={<IconClockPlus size={20} aria-hidden />} onClick={onShift}>
          {t('prolong_title')}
        </Button>
        <EndShift engine={engine} />
      </div>
      <LanguageSwitch />
    </>
  )
}
