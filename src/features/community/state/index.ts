export { HOUSE_FRAGRANCE, UNNAMED, design, downloadDesign, preorderDesign } from './customize.ts';
export { PREORDER_KEY, localPreorders } from './preorder.ts';
export { SUBMIT_WORDS, submitFragrance, submitProblem, submitting, type SubmitProblem } from './submit.ts';
export { registerPreorders } from './sendPreorder.ts';
export { lazyContact, lazySubmit } from './lazy.ts';
