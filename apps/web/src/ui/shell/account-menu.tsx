import { Menu, UnstyledButton, useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { LANGUAGES, type Language, languageName } from '@shiloh/contract/core'
import type { Account } from '@shiloh/contract/identity/account'
import { identityRoutes } from '@shiloh/contract/identity/identity'
import { IconCheck, IconLanguage, IconLogout, IconMoon, IconSun, IconUser } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { call } from '#platform/api'
import { accountPath } from '#platform/guard'
import { useLanguage, useT } from '#platform/i18n'
import { usePageActions } from '#platform/page-actions'
import { texts } from '../base/texts.ts'
import classes from './shell.module.css'

/** Profile, language, colours and sign-out, opened: a click loads it. Its button takes the focus of the one before. */
export function AccountMenu({ user, face }: { user: Account; face: ReactNode }) {
  const t = useT(texts)
  const language = useLanguage()
  const { setLanguage, signOut, followAccount } = usePageActions()
  const { setColorScheme } = useMantineColorScheme()
  const dark = useComputedColorScheme() === 'dark'
  const navigate = useNavigate()
  const name = `${user.first_name} ${user.last_name}`.trim()
  const [isOpen, setIsOpen] = useState(false)
  const chooseLanguage = async (chosen: Language) => {
    setLanguage(chosen)
    try {
      // Mails, SMS and notices follow the account's language.
      await call(identityRoutes.updateProfile, { body: { language: chosen } })
      await followAccount()
    } catch {
      // Without a network the choice is this browser's alone.
    }
  }
  // Opened after its button has the focus, to which it returns.
  useEffect(() => setIsOpen(true), [])
  return (
    <Menu position="bottom-end" width={240} opened={isOpen} onChange={setIsOpen}>
      <Menu.Target>
        <UnstyledButton autoFocus className={classes.me}>
          {face}
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{name}</Menu.Label>
        <Menu.Item leftSection={<IconUser size={18} />} onClick={() => void navigate({ to: accountPath })}>
          {t('account_menu')}
        </Menu.Item>
        <Menu.Item
          leftSection={dark ? <IconSun size={18} /> : <IconMoon size={18} />}
          closeMenuOnClick={false}
          onClick={() => setColorScheme(dark ? 'light' : 'dark')}
        >
          {t(dark ? 'color_scheme_light' : 'color_scheme_dark')}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Label>{t('language')}</Menu.Label>
        {LANGUAGES.map((one) => (
          <Menu.Item
            key={one}
            lang={one}
            leftSection={one === language ? <IconCheck size={18} /> : <IconLanguage size={18} opacity={0} />}
            aria-current={one === language}
            onClick={() => void chooseLanguage(one)}
          >
            {languageName(one)}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={18} />} onClick={signOut}>
          {t('sign_out')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
