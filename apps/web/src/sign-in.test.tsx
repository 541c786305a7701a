import { LANGUAGES } from '@shiloh/contract/core'
import { SIGN_IN_KINDS, type SignInPage } from '@shiloh/contract/identity/painted'
import { expect, it } from 'vitest'
import { visitor } from '#platform/account'
import { withoutStyles } from './painted.ts'
import { renderSignIn } from './sign-in.tsx'

const { settings, organisation } = visitor
const page: SignInPage = { language: 'en', kind: 'user', settings, organisation }

it.each(LANGUAGES)('paints each kind of sign-in without styles of its own: %s', async (language) => {
  for (const kind of SIGN_IN_KINDS) {
    const { html, css } = await renderSignIn({ ...page, language, kind })
    expect(html).not.toMatch(/ style=|<style/)
    expect(html).toMatch(/<input[^>]* name="who"/)
    expect(html).toMatch(/^<noscript><p[^>]*>[^<]*JavaScript[^<]*<\/p><\/noscript>/)
    // Without a script, what is typed does not go to the address of a page.
    expect(html).toMatch(/<form[^>]* method="post"/)
    expect(html.match(/<h1/g)).toHaveLength(1)
    expect(css).toContain('--mantine-color-body')
  }
})

it('begins with the code, with the password, or with the passkey of staff', async () => {
  const code = await renderSignIn(page)
  expect(code.html).toMatch(/<button[^>]* type="submit"[^>]*>(<[^>]*>)*Send me a code</)
  expect(code.html).not.toContain('type="password"')
  // A link, so that it works before the app is there.
  expect(code.html).toMatch(/<a[^>]* href="\/auth\/login\?with=password"/)
  const password = await renderSignIn({ ...page, way: 'password' })
  expect(password.html).toMatch(/<input[^>]* autoComplete="username"/i)
  expect(password.html).toMatch(/<input[^>]* autoComplete="current-password"/i)
  expect(password.html).toMatch(/<a[^>]* href="\/auth\/login\?with=code"/)
  const order = async (way: 'password' | 'passkey') => {
    const { html } = await renderSignIn({ ...page, kind: 'admin', way })
    return html.indexOf('Continue with a passkey') < html.indexOf('name="password"')
  }
  expect([await order('passkey'), await order('password')]).toEqual([true, false])
})

// The server cannot know who comes for the first time.
it('welcomes nobody back', async () => {
  expect((await renderSignIn(page)).html).toMatch(/<h1[^>]*>Sign in<\/h1>/)
})

it('says what a visitor wants to reserve, and hands it to the app', async () => {
  const ahead = { path: '/events/camp/reserve', name: 'Camp </script>' }
  const { html, script } = await renderSignIn({ ...page, ahead })
  expect(html).toContain('Sign in to reserve your place at Camp &lt;/script&gt;.')
  expect(script).not.toContain('</script>')
  expect(script).toContain('"path":"/events/camp/reserve"')
  expect((await renderSignIn(page)).html).not.toContain('To continue with')
})

it.each(LANGUAGES)(
  'paints the registration, with every field that the app takes over by its name: %s',
  async (language) => {
    const { html } = await renderSignIn({ ...page, language, kind: 'register' })
    expect(html).not.toMatch(/ style=|<style/)
    const names = [...html.matchAll(/<input[^>]* name="([^"]+)"/g)].map(([, name]) => name)
    expect(names).toEqual(
      expect.arrayContaining([
        'first_name',
        'last_name',
        'email',
        'phone',
        'password',
        'password_confirmation',
        'is_not_member',
        'accept_terms',
      ]),
    )
    expect(html).toContain('href="/auth/login"')
  },
)

it('says what the organisation says: its name, its maintenance, and that nobody can sign up', async () => {
  const closed = await renderSignIn({
    ...page,
    organisation: { ...organisation, name: '<b>Light</b>' },
    settings: {
      ...settings,
      sign_ups_disabled: true,
      general_settings: { enable_maintenance_mode: true, maintenance_message: '' },
    },
  })
  const open = await renderSignIn(page)
  expect(open.html).toContain('href="/auth/register"')
  expect(closed.html).not.toContain('href="/auth/register"')
  expect(closed.html).toContain('&lt;b&gt;Light&lt;/b&gt;')
  expect(closed.html.length).toBeGreaterThan(open.html.length - 100)
})

it('posts, so that nothing that was typed gets into an address', async () => {
  expect((await renderSignIn(page)).html).toMatch(/<form[^>]* method="post"/)
})

it('moves styles to rules that mean the same', () => {
  expect(
    withoutStyles(
      '<p style="--a:&quot;x&quot;">1</p><style data-x>b{}</style><i style="top:0"></i><i style="top:0"></i>',
    ),
  ).toEqual({
    html: '<p data-s="0">1</p><i data-s="1"></i><i data-s="1"></i>',
    css: 'b{}\n#root [data-s="0"]{--a:"x"}\n#root [data-s="1"]{top:0}',
  })
})
