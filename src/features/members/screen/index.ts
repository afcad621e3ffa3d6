export { QuickLoginForm } from './login/LoginForm.tsx';
export { RegisterForm } from './register/RegisterForm.tsx';
export {
  lazyChangePassword,
  lazyConfirmEmail,
  lazyLogin,
  lazyProfile,
  lazyProfileSimple,
  lazyRegister,
  lazyResetPassword,
  lazySignUpSuccess,
  lazyUpdatePassword,
} from './lazy.ts';
