/**
 * The commonest words of federal law, each with how often it comes in a million words, counted over the corpora of the U.S. Code,
 * the eCFR and the Federal Register; the commonest first. Abbreviations and names of months and agencies are left out.
 */
export const COMMON_WORDS = `
  the 69887 of 41058 to 27303 and 24926 a 23462 in 17776 or 16142 for 13690 that 10516 by 8290 as 8175 is 7821
  be 7783 this 7140 section 5954 with 5872 on 5814 under 5720 not 5381 an 4948 shall 4799 any 4678 such 4468
  may 4083 are 3497 which 3273 other 3171 title 3094 from 2887 at 2793 if 2727 information 2723 act 2561
  federal 2558 will 2449 state 2172 states 1935 date 1922 proposed 1851 would 1824 rule 1779 have 1766 provided 1766
  loan 1723 after 1707 has 1698 than 1692 all 1685 secretary 1635 must 1610 it 1588 requirements 1554 required 1543
  part 1535 agency 1518 service 1509 united 1490 its 1459 public 1451 subsec 1404 including 1348 paragraph 1315
  consumer 1304 out 1297 no 1294 each 1283 general 1275 time 1260 made 1256 effective 1250 amount 1236 final 1217
  subsection 1210 use 1200 mortgage 1196 see 1189 provisions 1168 program 1167 provide 1161 set 1159 year 1151
  was 1108 property 1086 government 1083 one 1077 interest 1046 more 1042 period 1029 also 1016 notice 1013
  within 1011 rate 1008 payment 1004 costs 997 commission 979 services 972 application 956 pursuant 952
  available 951 request 947 days 941 national 939 person 939 business 937 law 934 office 930 these 928 data 914
  subject 911 order 907 amendment 906 comment 904 before 899 amended 895 related 890 disclosure 887 include 886
  creditor 872 who 870 board 869 when 863 authority 862 through 851 means 848 does 848 applicable 847 been 847
  financial 844 regulations 843 cost 839 source 838 funds 833 report 832 term 830 transfer 824 appropriate 817
  purposes 806 only 804 their 800 department 797 number 780 but 778 chapter 773 loans 772 substituted 769
  whether 761 plan 752 should 747 action 742 review 741 used 740 transportation 729 prior 711 officer 708 fees 707
  new 706 small 706 comments 705 based 702 security 701 committee 700 agreement 699 those 698 following 696 code 694
  respect 681 system 676 authorized 674 except 671 additional 668 note 667 individual 666 accordance 651 case 633
  management 627 described 627 make 625 regulation 622 upon 622 procedures 620 apply 620 written 619 first 619
  during 615 necessary 613 agencies 613 contract 604 consumers 603 where 602 account 601 party 601 requirement 598
  added 596 project 591 years 585 transaction 584 covered 581 received 578 into 577 pay 571 terms 569 because 564
  assistance 563 sections 563 administrator 554 disclosures 553 statement 550 they 541 institution 536
  commenters 531 same 531 form 530 insurance 530 postal 530 payments 530 otherwise 529 records 529 end 527 were 526
  you 518 transactions 517 compliance 515 certain 514 purpose 513 recipient 512 notes 512 local 509 member 508
  activities 505 borrower 501 so 500 creditors 500 total 498 applicant 492 area 488 determination 486 percent 485
  court 485 executive 482 change 481 provision 480 proposal 470 day 468 work 468 amendments 468 rules 467 effect 465
  two 461 without 456 congress 455 unless 453 process 453 require 449 paid 449 performance 445 there 441
  specific 439 designated 439 forth 439 decision 439 established 437 reporting 437 regarding 436 safety 436
  programs 435 administration 434 director 433 further 432 servicer 431 submit 428 provides 428 employee 427
  award 427 fiscal 427 defined 425 however 425 between 425 generally 423 less 422 industry 421 do 420 determined 417
  existing 416 conditions 414 can 413 regulatory 412 definition 411 extent 409 standards 409 persons 409 basis 406
  entity 406 highway 405 development 405 current 404 above 403 believes 403 referred 399 official 396 annual 391
  employees 390 institutions 389 issued 389 administrative 388 text 387 considered 386 analysis 386 addition 385
  approved 384 benefits 384 address 384 record 383 provider 383 his 382 about 381 qualified 380 submitted 377
  access 375 changes 374 organization 371 filed 371 fee 370 construction 370 control 370 take 367 example 367
  determine 367 specified 366 could 365 settlement 364 receive 360 special 360 amounts 359 reasonable 359
  collection 358 eligible 357 consistent 357 grant 356 due 356 approval 354 policy 354 value 352 later 352
  members 348 remittance 348 relating 347 stated 347 president 346 exchange 345 claim 345 result 343 protection 343
  market 342 income 341 laws 339 ensure 338 your 338 guard 337 debtor 337 some 337 guidance 335 included 334
  below 332 either 332 district 331 requires 330 permit 330 areas 329 over 327 closing 327 health 325 statutory 324
  both 324 providing 323 commercial 320 projects 319 disclosed 319 entities 318 research 317 documents 316
  limited 316 fund 314 house 314 right 314 filing 313 response 313 systems 312 three 311 home 309 third 309
  former 308 making 307 legal 307 discussed 305 loss 304 includes 303 servicers 303 compensation 300 support 300
  duty 300 using 300 hearing 299 requests 299 similar 298 concern 297 list 296 charge 296 estimate 295 standard 295
  islands 292 rights 291 commenter 290 register 289 being 289 establish 289 appeal 288 least 287 requested 287
  real 287 complete 285 points 284 personnel 284 foreign 284 follows 284 issue 284 reports 283 principal 282
  functions 282 connection 281 mitigation 281 comply 280 facilities 279 risk 279 defense 278 activity 277
  mortgages 277 railroad 275 subpart 274 against 273 name 272 enforcement 272 manner 272 file 271 certification 271
  particular 271 actions 271 per 270 another 268 high 267 contact 266 calendar 266 significant 266 circumstances 266
  until 266 copyright 266 words 265 acquisition 265 trade 265 we 264 charges 264 open 263 claims 261 how 260
  parties 260 coast 259 inserted 259 emergency 259 meet 258 environmental 258 impact 258 need 258 association 257
  reasons 256 mail 256 candidate 256 conduct 255 purchase 255 exceed 254 copy 254 reference 253 receipt 253
  corporation 252 identified 251 ability 251 rates 251 determines 250 while 250 revised 249 material 249
  operations 247 benefit 246 individuals 245 initial 245 evidence 245 providers 244 facility 244 products 244
  increase 243 materials 243 burden 242 housing 240 given 240 training 240 document 240 electronic 239
  responsible 239 applications 239 status 238 full 238 representatives 237 associated 236 policies 236 private 235
  meeting 235 lease 235 potential 235 sale 233 references 233 equipment 232 estimated 232 specifically 232
  product 232 debt 230 consider 230 most 230 expenses 230 direct 229 exemption 228 entitled 227 appraisal 227
  criteria 226 officers 226 secured 225 implementation 225 separate 225 force 224 error 223 planning 223
  borrowers 223 technical 222 enactment 222 obligations 222 site 222 personal 222 obtain 221 higher 221 he 220
  obligation 220 months 220 contracts 219 periodic 219 resources 219 transfers 218 agreements 218 place 218
  minimum 217 struck 217 consummation 217 trust 217 large 216 land 215 located 214 price 214 appendix 213 civil 213
  tax 213 relevant 212 cases 212 company 212 classified 211 thereof 211 representative 211 copies 210 proceeding 210
  writing 210 patent 210 read 209 securities 209 month 209 paragraphs 208 air 208 submission 208 contained 208
  maximum 207 carry 207 did 207 agent 207 transferred 206 subchapter 206 technology 206 jurisdiction 205 lands 205
  lender 205 alternative 205 operation 205 permitted 204 closed 204 well 203 applies 203 concerning 203`;
