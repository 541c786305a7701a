import { Menu, UnstyledButton, useComputedColorScheme, useMantineColorScheme, VisuallyHidden } from '@mantine/core'
import { LANGUAGES } from '@shiloh/contract/core'
import { IconCheck, IconLanguage, IconLogout, IconMoon, IconSun, IconUser } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useAccount } from '#platform/account'
import { accountPath } from '#platform/guard'
import { languageNames, useLanguage, useT } from '#platform/i18n'
import { usePageActions } from '#platform/page-actions'
import { Avatar } from './avatar.tsx'
import classes from './shell.module.css'
import { texts } from './texts.ts'

/** Profile, language, colours and the way out. */
export function AccountMenu() {
  const t = useT(texts)
  const language = useLanguage()
  const { user } = useAccount()
  const { setLanguage, signOut } = usePageActions()
  const { setColorScheme } = useMantineColorScheme()
  const dark = useComputedColorScheme() === 'dark'
  const navigate = useNavigate()
  if (!user) return null
  const name = `${user.first_name} ${user.last_name}`.trim()
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <UnstyledButton className={classes.me}>
          <VisuallyHidden>
            {t('account_menu')}: {name}
          </VisuallyHidden>
          <span className={classes.name} aria-hidden>
            {user.first_name}
          </span>
          <Avatar name={name} url={user.avatar_url} />
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
            onClick={() => setLanguage(one)}
          >
            {languageNames[one]}
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
