/* What is loaded when it is needed: each call fetches the module once. */
export const lazyChangePassword = () => import('./change-password/ChangePassword.tsx');
export const lazyConfirmEmail = () => import('./confirm-email/ConfirmEmail.tsx');
export const lazyLogin = () => import('./login/Login.tsx');
export const lazyProfile = () => import('./profile/Profile.tsx');
export const lazyProfileSimple = () => import('./profile/ProfileSimple.tsx');
export const lazyRegister = () => import('./register/Register.tsx');
export const lazyResetPassword = () => import('./reset-password/ResetPassword.tsx');
export const lazySignUpSuccess = () => import('./sign-up-success/SignUpSuccess.tsx');
export const lazyUpdatePassword = () => import('./update-password/UpdatePassword.tsx');
